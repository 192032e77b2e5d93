/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A board in plain text, as JSON and as a picture. */
#ifndef VEDETTE_REPORT_SHOW_H
#define VEDETTE_REPORT_SHOW_H

#include "base/text.h"
#include "console/json.h"
#include "game/board.h"
#include "game/notation.h"

/* Appends the board seen from `side`, whose rows are at the bottom: ten rows with file and row names, the
 * captured pieces and the last move. Cells are as in a position file; '?' is a rank unknown to this board. */
void show_board(const struct board *board, enum side side, enum notation notation, struct text *out);

/* Adds a board as an object: the side to move, the pieces, and the captured pieces by side and rank;
 * squares and ranks in the notation, unknown ranks as null. */
void show_board_json(const struct board *board, enum notation notation, const char *key, struct json *json);

/* Appends a file of SVG (svg_board.h) with what show_board shows, and below it the result or the side to
 * move, the last move and the captured pieces. */
void show_board_svg(const struct board *board, struct outcome outcome, enum side side, enum notation notation,
                    struct text *out);

/* Appends a file of SVG with the setup of a side, which is nearest. */
void show_setup_svg(const struct setup *setup, enum side side, enum notation notation, struct text *out);

/* Adds "result" and "reason" (null if there is none) to an object. */
void show_outcome_json(struct outcome outcome, struct json *json);

#endif
