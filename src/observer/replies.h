/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Predicts the enemy's replies. In worlds drawn from the belief, each likely kind of opponent gives the
 * probabilities of its moves; replies with the same public event (move, battle, revealed ranks) are added
 * up. */
#ifndef VEDETTE_OBSERVER_REPLIES_H
#define VEDETTE_OBSERVER_REPLIES_H

#include "observer/opponents.h"

#include <stdatomic.h>

enum { REPLIES_MAX = 512 }; /* max different replies */

struct reply {
    struct event event;
    double odds;          /* probability; the sum of all is 1 at most */
};

/* Must be all zero at first. It can be used again and keeps its memory; replies_free frees it. */
struct replies {
    int count;
    struct reply reply[REPLIES_MAX]; /* by falling probability */
    struct board world;
    struct view view;                 /* the enemy's view of `world` */
    struct plan_context *context;
};

/* Lists the replies to the position of `view`, in which the enemy is to move, without those that end the
 * game. `mixture`: the probability of each kind of opponent, sum 1. `belief` [SIDES] must be up to date with
 * the view, without contradictions. Equal inputs give equal replies. False, without replies, if `stop` (may
 * be NULL) became true. */
bool replies_list(struct replies *replies, const struct opponent_models *models,
                  const double mixture[OPPONENTS], const struct view *view, const struct belief *belief,
                  const atomic_bool *stop);
/* Frees the memory. */
void replies_free(struct replies *replies);

#endif
