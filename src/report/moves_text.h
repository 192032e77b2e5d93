/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The moves of a game as a list: a line for red's and blue's move, with ranks, fights, comments, times and
 * chances to win. */
#ifndef VEDETTE_REPORT_MOVES_TEXT_H
#define VEDETTE_REPORT_MOVES_TEXT_H

#include "console/json.h"
#include "game/board.h"
#include "game/notation.h"
#include "game/record.h"

/* What is listed. The caller owns what the pointers refer to. */
struct moves_view {
    const struct record *record;
    const struct board *board;   /* after the last move, with the history: of the referee, or of the seat's
                                  * view. Only the ranks that it knows are listed */
    enum side seat;              /* whose view it is; SIDES: all known ranks are listed */
    unsigned first, last;        /* numbers of the moves, as people count: red's and blue's together */
    const double *chance[SIDES]; /* [moment]: a side's chance to win, 0 .. 1; NULL: not listed */
    enum notation notation;
};

/* Appends the list. A comment stands on lines of its own below its move. If both chances are given, a move
 * has red's. */
void moves_text(const struct moves_view *view, struct text *out);

/* Adds `comment` (on the start), and `moves`, to an object. */
void moves_json(const struct moves_view *view, struct json *json);

#endif
