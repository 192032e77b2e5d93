/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one side knows: its own ranks, where the enemy stands, which enemy pieces have moved or are known,
 * what was captured, and the whole public history. The board in it holds RANK_UNKNOWN for each hidden enemy
 * piece: there is nothing to peek at. */
#ifndef VEDETTE_GAME_VIEW_H
#define VEDETTE_GAME_VIEW_H

#include "game/board.h"

struct position; /* the truth (game/position.h): who includes this header alone cannot look into it */

struct view {
    enum side side;
    struct board board;
};

/* What `side` may know of `position`, with its whole history. With view_of_world the only
 * way from truth to view.
 * view_free gives the memory back; all zero may be freed. */
void view_init(struct view *view, const struct position *position, enum side side);
void view_copy(struct view *to, const struct view *from);
void view_free(struct view *view);

/* What `side` would see if `world` were true, a board on which all ranks are told: its own ranks, and of the
 * enemy's only those it knows. Has the whole public history; the ranks it does not show are nowhere in it. */
void view_of_world(struct view *view, const struct board *world, enum side side);

/* Brings a view up to date with one more public event. */
void view_apply(struct view *view, const struct event *event);

#endif
