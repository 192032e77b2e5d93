/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Twin games: the same public history, two hidden pieces of one side exchanged. Whatever the other side
 * computes must be the same in both. */
#ifndef VEDETTE_TESTS_TWINS_H
#define VEDETTE_TESTS_TWINS_H

#include "base/rng.h"
#include "game/position.h"

struct twins {
    struct position one, two;
    enum side watcher; /* the side that must not see a difference */
    int first, second; /* the numbers of the exchanged pieces */
};

/* Plays `plies` random moves from a random start, then exchanges two hidden pieces of unlike rank of
 * the side that is not to move. False where the game ended before or has no such pair. */
bool twins_make(struct twins *twins, int plies, const struct rules *rules, struct rng *rng);
void twins_free(struct twins *twins);

#endif
