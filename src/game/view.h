/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one side knows: its own ranks, the squares of the enemy's pieces, which of them have moved or are
 * known, the captured pieces, and the whole public history. Its board has RANK_UNKNOWN for each hidden
 * enemy piece, so no code can read a hidden rank from it. */
#ifndef VEDETTE_GAME_VIEW_H
#define VEDETTE_GAME_VIEW_H

#include "game/board.h"

struct position; /* the true position (game/position.h), which this header does not show */

struct view {
    enum side side;
    struct board board;
};

/* Makes the view that `side` has of `position`, with the whole history. Only this function and
 * view_of_world make a view from data with all ranks. view_free frees its memory; a view of all zero may
 * be freed too. */
void view_init(struct view *view, const struct position *position, enum side side);
/* Makes `to`, all zero or a view, equal to `from`. */
void view_copy(struct view *to, const struct view *from);
void view_free(struct view *view);

/* Makes the view that `side` would have if `world`, a board whose ranks are all set, were the true position.
 * It shows the side's own ranks and the enemy ranks that the side knows, and has the whole public history.
 * Hidden ranks appear nowhere in it. */
void view_of_world(struct view *view, const struct board *world, enum side side);

/* Adds the next public event to a view. */
void view_apply(struct view *view, const struct event *event);

#endif
