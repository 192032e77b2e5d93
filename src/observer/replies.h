/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the enemy, who is to move, will probably do: in worlds drawn from the belief players of the kinds that
 * he may be of are asked for their moves there, and the replies that come out alike, ranks that they show
 * included, count together. */
#ifndef VEDETTE_OBSERVER_REPLIES_H
#define VEDETTE_OBSERVER_REPLIES_H

#include "observer/opponents.h"

#include <stdatomic.h>

enum { REPLIES_MAX = 512 }; /* that are told apart */

struct reply {
    struct event event;
    double odds;          /* 0 .. 1; of all together 1 at most */
};

/* Start with all zero, and use it again: it keeps its memory. replies_free gives that back. */
struct replies {
    int count;
    struct reply reply[REPLIES_MAX]; /* the likeliest first */
    struct board world;
    struct view view;                 /* the enemy's, in that world */
    struct plan_context *context;
};

/* Lists the replies to what `view` shows, on whose board the enemy is to move; those that end the game are
 * left out. `mixture`: how probable each kind of enemy is, together 1; `belief` [SIDES] is up to date with
 * the view, and its facts agree. The same of these three give the same replies. False where it was told to
 * stop: there are none then. */
bool replies_list(struct replies *replies, const struct opponent_models *models,
                  const double mixture[OPPONENTS], const struct view *view, const struct belief *belief,
                  const atomic_bool *stop);
void replies_free(struct replies *replies);

#endif
