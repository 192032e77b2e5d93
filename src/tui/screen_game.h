/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The game screen. */
#ifndef VEDETTE_TUI_SCREEN_GAME_H
#define VEDETTE_TUI_SCREEN_GAME_H

#include "tui/screen.h"

/* Draws the game screen (draw_game.c). */
void draw_game(const struct tui *tui, struct canvas *canvas);

/* Ends the program: GO_EXIT, or 0 if it has opened a prompt first. */
unsigned game_quit(struct tui *tui);

/* Shows the move that led to the position shown, with its comment. */
void game_show_last_move(struct tui *tui);

/* Shows what the person can do now; clears the message if there is nothing to show. */
void game_show_instructions(struct tui *tui);

/* Shows that an action is not possible while an earlier position is shown. */
void game_show_past_error(struct tui *tui);

/* Returns the side that messages call "you". SIDES in a watched game, in a game with open pieces, and after
 * a game of two people. */
enum side game_viewer(const struct tui *tui);

/* Continues the game as far as possible without the person, and shows what happened. */
void game_advance(struct tui *tui);

#endif
