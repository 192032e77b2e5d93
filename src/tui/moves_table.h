/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table of all moves with the plans' values, best first: as the command `plans` shows. */
#ifndef VEDETTE_TUI_MOVES_TABLE_H
#define VEDETTE_TUI_MOVES_TABLE_H

#include "game/move.h"
#include "tui/canvas.h"

#include <stdbool.h>
#include <stdint.h>

struct tui;

/* The state of the table. */
struct moves_table {
    bool open;
    bool picked;      /* the user has picked a line; the board shows its move */
    struct move move; /* the move of that line */
    uint32_t plies;   /* number of plies of the board when it was picked */
};

/* Opens or closes the table. */
void moves_table_toggle(struct tui *tui);

/* The result of a key: not for the table; handled; play the picked move (tui->table.move). */
enum table_key { TABLE_KEY_UNUSED, TABLE_KEY_USED, TABLE_KEY_PLAYS };

/* Handles a key while the table is open. */
enum table_key moves_table_handle_key(struct tui *tui, int key);

/* Draws the table, beside the board if there are enough columns, otherwise over it. Returns false if it is
 * closed. */
bool moves_table_draw(const struct tui *tui, struct canvas *canvas);

#endif
