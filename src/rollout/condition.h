/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the hidden rank on which the value of a move depends most: of all splits of the worlds by "piece n
 * has rank r", the one whose two parts have the most different means, if the difference is significant in a
 * permutation test (Phipson and Smyth 2010, "Permutation P-values should never be zero": the test is exact
 * for any values, and holds for all splits together). */
#ifndef VEDETTE_ROLLOUT_CONDITION_H
#define VEDETTE_ROLLOUT_CONDITION_H

#include "base/rng.h"
#include "game/piece.h"

#include <stdbool.h>

enum {
    CONDITION_WORLDS = 1024, /* max number of worlds used: the first ones */
    CONDITION_HALF = 3,      /* min worlds in each part of a split */
};

/* The worlds: their values and ranks. */
struct condition_terms {
    const double *value;                                    /* [world]: value of the move */
    const uint8_t *(*ranks)(const void *context, uint32_t world); /* the ranks of PIECES_A_SIDE
                                                                   * pieces; RANK_UNKNOWN: ignored */
    const void *context;
    uint32_t worlds;
    double min;            /* min difference of the means */
    uint64_t seed;
};

struct condition {
    int row, rank;           /* piece (0 .. PIECES_A_SIDE - 1) and rank; row -1: none found */
    uint32_t worlds, of;     /* number of worlds with this rank, of `of` worlds in all */
    double with, without;    /* mean of the values with and without this rank */
};

/* Finds the piece and rank that split the worlds (this piece has this rank, or not) into two parts with the
 * most different mean values. False if the means differ by less than terms->min, or by no more than chance:
 * random values pass with a probability of 1 %. Takes about 200 x worlds x pieces steps. */
bool condition_find(struct condition *condition, const struct condition_terms *terms);

#endif
