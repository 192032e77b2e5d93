/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The next game: what the form says of it, its setups, and its beginning. */
#ifndef VEDETTE_TUI_NEXT_GAME_H
#define VEDETTE_TUI_NEXT_GAME_H

#include "play/game.h"
#include "tui/opponent.h"

struct tui;

/* Within how many seconds a setup must be there: no longer does the screen stand still. */
#define SETUP_SECONDS 1.0

/* The terms of the next game, as the form and the command line say. */
struct next_game {
    char opponent[PLAYER_NAME_MAX]; /* an agent's spec */
    struct opponent_choice opponent_choice;  /* what it was before the variant was changed */
    enum side side;
    struct rules rules;
    struct time_terms clock;   /* the person's stands as Red's */
    uint8_t variant;           /* index of a row of variant_table */
    bool created;              /* with a created setup; else one is arranged on the setup screen */
    bool practice;             /* all moves may be taken back */
};

/* A setup for the person, of the next game's variant, by the creator as the session's settings have it. Where
 * the variant takes any army, the pieces are drawn. False where a file that they name is no good: that is
 * said, and the setup is a random one. */
bool create_setup(struct tui *tui, struct setup *setup);
bool create_setup_of(struct tui *tui, const uint8_t army[RANKS], struct setup *setup); /* of these pieces */

/* The terms of a game as the form says; `setup` is the person's, or NULL. */
struct game_terms next_game_terms(const struct tui *tui, const struct setup *setup);

/* After a game was begun: shows it. */
unsigned enter_game(struct tui *tui, enum status status, const struct error *error);

/* Rows that both forms have: value and help, and the next value (by = 1), or the one before (-1). */
enum next_game_row { NEXT_GAME_VARIANT, NEXT_GAME_RULES, NEXT_GAME_CLOCK };
void next_game_words(const struct tui *tui, enum next_game_row row, struct form_words *words);
void next_game_cycle(struct tui *tui, enum next_game_row row, int step);

/* Begins the game that the form asks for, with this setup. */
unsigned begin_game(struct tui *tui, const struct setup *setup);

#endif
