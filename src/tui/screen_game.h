/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The game. */
#ifndef VEDETTE_TUI_SCREEN_GAME_H
#define VEDETTE_TUI_SCREEN_GAME_H

#include "tui/screen.h"

extern const struct screen game_screen;

/* Draws it (draw_game.c). */
void draw_game(const struct tui *tui, struct canvas *canvas);

/* Ends the program: GO_EXIT, or 0 where that is asked about first. */
unsigned game_quit(struct tui *tui);

/* Says what move led to what is shown. */
void game_show_last_move(struct tui *tui);

/* Says what the person may do now in a game, where nothing else is to be said. */
void game_show_instructions(struct tui *tui);

/* Says why something is not done now, where the past is shown. */
void game_show_past_error(struct tui *tui);

/* Who is "you" in what is said of the game: SIDES where others played it. */
enum side game_viewer(const struct tui *tui);

/* Lets the game go on as far as it can without the person, and says what happened. */
void game_advance(struct tui *tui);

#endif
