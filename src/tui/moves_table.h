/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All moves with what the plans give them in one table, best first: the screen's `plans`. */
#ifndef VEDETTE_TUI_MOVES_TABLE_H
#define VEDETTE_TUI_MOVES_TABLE_H

#include "game/move.h"
#include "tui/canvas.h"

#include <stdbool.h>
#include <stdint.h>

struct tui;

struct moves_table {
    bool open;
    bool picked;             /* the person chose a line, which the board shows */
    struct move move;        /* of that line */
    uint32_t plies;          /* of the board that it was chosen on */
};

/* Opens it, or closes it. */
void moves_table_toggle(struct tui *tui);

/* What a key does while it is open: one of these, or it is not for the table. */
enum table_key { TABLE_KEY_UNUSED, TABLE_KEY_USED, TABLE_KEY_PLAYS };
enum table_key moves_table_key(struct tui *tui, int key);

/* Draws it beside the board, or where there is no room, over it; false where it is closed. */
bool moves_table_draw(const struct tui *tui, struct canvas *canvas);

#endif
