/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Value bounds (Perolat et al. 2022, supplement, "Value bounds heuristic"): moves that are mistakes whatever
 * the enemy's hidden ranks are.
 *
 * A move is followed by each safe reply of the enemy. Its upper bound is the value after the worst of them,
 * with the ranks of the attacked piece, and of a hidden piece that attacks in reply, that are best for the
 * mover (equation 8). A reply is safe if, by what is public of both sides:
 * - the piece is known to be movable, and to be a scout if it goes far;
 * - an attack is won whatever the two ranks are;
 * - no piece can take the piece afterwards, or fall with it, whatever the ranks are.
 * Ranks are looked at piece by piece, so a few combinations count that the numbers of pieces exclude: the
 * bound is never too low for it. Without a safe reply there is no bound. */
#ifndef VEDETTE_POLICY_BOUNDS_H
#define VEDETTE_POLICY_BOUNDS_H

#include "game/view.h"

#include <stddef.h>

/* Computes values of views for their own side, which is to move: 1 a sure win, -1 a sure loss. */
struct bound_evaluator {
    void (*put)(void *context, const struct view *view, size_t place); /* in places 0 .. batch - 1, */
    const float *(*values)(void *context, size_t count); /* of which the first `count` are valued */
    void *context;
    size_t batch;       /* 1 .. BOUND_BATCH_MAX */
};

enum { BOUND_BATCH_MAX = 64 };

/* Whether the upper bound of a legal move of the view's side, which is to move, is below `least`. All own
 * ranks must be known. A game that ends on the way has the value of its result. */
bool bound_is_below(const struct bound_evaluator *evaluator, const struct view *view, struct move move,
                    float limit);

#endif
