/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one side knows: its own ranks, where the enemy stands, which of his pieces have moved or are
 * known, what was captured, and the whole public history. The board in it holds RANK_UNKNOWN for each
 * hidden enemy piece: there is nothing to peek at. */
#ifndef VEDETTE_GAME_VIEW_H
#define VEDETTE_GAME_VIEW_H

#include "game/position.h"

struct view {
    enum side side;
    struct board board;
};

/* What `side` may know of `position`, with its whole history. The only way from truth to view.
 * view_free gives the memory back; all zero may be freed. */
void view_init(struct view *view, const struct position *position, enum side side);
void view_copy(struct view *to, const struct view *from);
void view_free(struct view *view);

/* Brings a view up to date with one more public event. */
void view_apply(struct view *view, const struct event *event);

#endif
