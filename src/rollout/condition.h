/* SPDX-License-Identifier: GPL-3.0-or-later */
/* On what it hangs how good a move is: of all splits of the worlds by "piece n is of rank r" the one whose
 * two halves differ most, if that is more than chance makes of worlds shuffled at random (Phipson and Smyth
 * 2010, "Permutation P-values should never be zero": the test is exact for any values, and holds for all
 * splits together). */
#ifndef VEDETTE_ROLLOUT_CONDITION_H
#define VEDETTE_ROLLOUT_CONDITION_H

#include "base/rng.h"
#include "game/piece.h"

#include <stdbool.h>

enum {
    CONDITION_WORLDS = 1024, /* the first so many are looked at */
    CONDITION_HALF = 3,      /* worlds at least on either side of a split */
};

/* The worlds: values, and the ranks in each (RANK_UNKNOWN: of no matter). */
struct condition_terms {
    const double *value;                                    /* [worlds] */
    const uint8_t *(*ranks)(const void *context, uint32_t world); /* PIECES_A_SIDE of them */
    const void *context;
    uint32_t worlds;
    double min;            /* the means must differ by so much */
    uint64_t seed;
};

struct condition {
    int row, rank;           /* piece and rank; row -1: there is none */
    uint32_t worlds, of;     /* those in which it is so, of so many */
    double with, without;    /* means of the values */
};

/* Finds it; false where there is none. Random values give one in a hundred cases. Some 200 times as many
 * steps as worlds x pieces. */
bool condition_find(struct condition *condition, const struct condition_terms *terms);

#endif
