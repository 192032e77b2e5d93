/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A board in plain text. */
#ifndef VEDETTE_REPORT_SHOW_H
#define VEDETTE_REPORT_SHOW_H

#include "base/text.h"
#include "console/json.h"
#include "game/board.h"
#include "game/notation.h"

/* Appends the board as it lies before `side`, its own pieces nearest: ten rows with their squares' names,
 * then the captured pieces and the last move. A cell is as in a position file; '?' where this board does not
 * know the rank. */
void show_board(const struct board *board, enum side side, enum notation notation,
                struct text *out);

/* The same as JSON: an object with who is to move, the pieces, and the captured ones by side and rank;
 * squares and ranks in the notation, a rank that the board does not tell as null. */
void show_board_json(const struct board *board, enum notation notation, const char *key, struct json *json);

/* Adds "result", and where there is one "reason", to an object. */
void show_outcome_json(struct outcome outcome, struct json *json);

#endif
