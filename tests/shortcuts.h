/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What many tests do in one call and the program never does. */
#ifndef VEDETTE_TESTS_SHORTCUTS_H
#define VEDETTE_TESTS_SHORTCUTS_H

#include "belief/belief.h"
#include "file/file.h"
#include "game/position.h"
#include "search/options.h"
#include "tui/canvas.h"

struct local_game;

/* Gives an option its default back. STATUS_BAD for an unknown key. */
enum status settings_reset(struct settings *settings, const char *full_key, struct error *error);

/* The options at their defaults. */
void belief_options_default(struct belief_options *options);
void search_options_default(struct search_options *options);

/* local_game_move_with_ranks of a move that showed none. */
enum status local_game_move(struct local_game *local, struct move move, struct error *error);

/* Which pieces a side has, on the board and captured: in a free placement, or where the variant takes any
 * army, those that are there (unknown ones are not counted); else the variant's. */
void placement_army(const struct placement *placement, enum side side, uint8_t army[RANKS]);

/* Reads a file of any kind and plays it out: the position after all its moves. A setup is BAD. */
enum status file_position(const char *path, struct position *position, struct error *error);

/* The text of one row as UTF-8, blanks at its end cut off, into `line` (4 bytes a column and one). */
void canvas_row(const struct canvas *canvas, int row, char *line);

#endif
