/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The next game: its terms as set in the form, its setups, and how it is started. */
#ifndef VEDETTE_TUI_NEXT_GAME_H
#define VEDETTE_TUI_NEXT_GAME_H

#include "play/game.h"
#include "tui/opponent.h"

struct tui;

/* Max seconds for creating a setup, during which the screen does not react. */
#define SETUP_SECONDS 1.0

/* The terms of the next game, set by the form or the command line. */
struct next_game {
    char opponent[PLAYER_NAME_MAX];         /* spec of an agent */
    struct opponent_choice opponent_choice; /* the opponent before the variant was changed */
    enum side side;
    bool draws_side;                        /* the form draws the side when the game begins */
    struct rules rules;
    struct time_terms clock; /* side[RED] is the person's, side[BLUE] the opponent's, whatever they play */
    uint8_t variant;         /* index of a row of variant_table */
    bool created;            /* whether the person's setup is created; if not, it is arranged on a screen */
    bool practice;           /* attacks may be taken back too */
};

/* Creates a setup of the next game's variant for the person, by the session's settings. If the variant
 * allows any army, the army is random. If a file that the settings name is invalid, shows the error, uses a
 * random setup and returns false. */
bool create_setup(struct tui *tui, struct setup *setup);

/* Creates a setup of a given army, as create_setup does. */
bool create_setup_of(struct tui *tui, const uint8_t army[RANKS], struct setup *setup);

/* Returns the name of rules for people: "official" for isf. */
const char *rules_words(const char *name);

/* Returns the terms of a game as set in the form. `setup` is the person's; NULL if it is not given. */
struct game_terms next_game_terms(const struct tui *tui, const struct setup *setup);

/* Shows a game that was started or loaded with `status`: GO_GAME. If there is no game, shows the error and
 * returns 0. */
unsigned enter_game(struct tui *tui, enum status status, const struct error *error);

/* Rows that both forms have. */
enum next_game_row { NEXT_GAME_VARIANT, NEXT_GAME_RULES, NEXT_GAME_CLOCK };

/* Fills in the value and the help of a row. */
void next_game_words(const struct tui *tui, enum next_game_row row, struct form_words *words);

/* Changes a row's value to the next (step 1) or previous (-1) one. */
void next_game_cycle(struct tui *tui, enum next_game_row row, int step);

/* Starts the game chosen in the new-game form with this setup. While the seating form arranges an army, the
 * setup goes to that form instead. Returns flags as a screen's key function does. */
unsigned begin_game(struct tui *tui, const struct setup *setup);

#endif
