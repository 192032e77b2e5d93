/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A board in plain text. */
#ifndef VEDETTE_CONSOLE_SHOW_H
#define VEDETTE_CONSOLE_SHOW_H

#include "base/text.h"
#include "game/board.h"
#include "game/notation.h"

/* Appends the board as it lies before `side`, its own pieces nearest: ten rows with their squares' names,
 * then the captured pieces and the last move. A cell is as in a position file; '?' where this board does not
 * know the rank. */
void show_board(const struct board *board, enum side side, enum notation notation,
                struct text *out);

#endif
