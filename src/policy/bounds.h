/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Value bounds (Perolat et al. 2022, supplement, "Value bounds heuristic"): find moves that are mistakes for
 * all possible hidden ranks of the enemy.
 *
 * The upper bound of a move is the value after the enemy's worst safe reply, with those ranks of the attacked
 * piece, and of a hidden piece that attacks in reply, that are best for the mover (equation 8). A reply is
 * safe if, by public knowledge of both sides:
 * - the piece is known to be movable, and to be a scout if it moves more than one square;
 * - an attack is won for all possible ranks;
 * - after it, no piece can take the piece or fall together with it, for all possible ranks.
 * Each piece's ranks are considered separately. So a few combinations count that the numbers of pieces
 * exclude, which can make the bound only higher, never too low. Without a safe reply there is no bound. */
#ifndef VEDETTE_POLICY_BOUNDS_H
#define VEDETTE_POLICY_BOUNDS_H

#include "game/view.h"

#include <stddef.h>

/* Computes values of views for their own side, which is to move: 1 a sure win, -1 a sure loss. */
struct bound_evaluator {
    /* puts a view into the batch at index `place`, 0 .. batch - 1 */
    void (*put)(void *context, const struct view *view, size_t place);
    /* returns the values of the first `count` views of the batch */
    const float *(*values)(void *context, size_t count);
    void *context;
    size_t batch;       /* 1 .. BOUND_BATCH_MAX */
};

enum { BOUND_BATCH_MAX = 64 };

/* Returns whether the upper bound (above) of the value of a legal move is below `limit` (-1 .. 1). The
 * view's side is to move. All own ranks must be known. If the game is over at a position, its value is the
 * result's. */
bool bound_is_below(const struct bound_evaluator *evaluator, const struct view *view, struct move move,
                    float limit);

#endif
