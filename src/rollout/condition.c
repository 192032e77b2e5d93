/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rollout/condition.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SHUFFLES = 199, AS_LARGE_MAX = 1 /* p-value (1 + 1) / (199 + 1): 1 % */ };

/* For each split: the number of worlds with piece `row` of rank `rank`, and the sum of their values. */
struct splits {
    uint32_t count[PIECES_A_SIDE][RANKS];
    double sum[PIECES_A_SIDE][RANKS];
    double all;         /* sum of the values of all worlds */
    uint32_t worlds;
};

/* Computes the splits of the worlds. value[world] is the value of each world. */
static void sum_splits(const struct condition_terms *terms, const double *value, struct splits *splits)
{
    memset(splits->count, 0, sizeof splits->count);
    memset(splits->sum, 0, sizeof splits->sum);
    splits->all = 0;
    for (uint32_t world = 0; world < splits->worlds; world++) {
        const uint8_t *rank = terms->ranks(terms->context, world);
        splits->all += value[world];
        for (int row = 0; row < PIECES_A_SIDE; row++)
            if (rank[row] < RANKS) {
                splits->count[row][rank[row]]++;
                splits->sum[row][rank[row]] += value[world];
            }
    }
}

/* Returns the largest difference of means among the splits, and its piece and rank. Its unit is its standard
 * error, up to a common factor. For shuffled values this orders splits as Student's t. Returns -1 if no split
 * has enough worlds. */
static double find_max(const struct splits *splits, int *max_row, int *max_rank)
{
    double largest = -1;
    for (int row = 0; row < PIECES_A_SIDE; row++)
        for (int rank = 0; rank < RANKS; rank++) {
            uint32_t with = splits->count[row][rank], without = splits->worlds - with;
            if (with < CONDITION_HALF || without < CONDITION_HALF)
                continue;
            double sum = splits->sum[row][rank];
            double difference = fabs(sum / with - (splits->all - sum) / without) /
                                sqrt(1.0 / with + 1.0 / without);
            if (difference > largest) {
                largest = difference;
                *max_row = row;
                *max_rank = rank;
            }
        }
    return largest;
}

/* Counts how many of SHUFFLES random orders of the values have a difference of at least `threshold`. Stops
 * when there are too many. */
static int count_as_large(const struct condition_terms *terms, struct splits *splits, double threshold)
{
    const double rounding = 1e-9;
    double *value = memory_new(splits->worlds, sizeof *value);
    struct rng rng;
    int as_large = 0, row, rank;
    rng_seed(&rng, terms->seed, 0);
    memcpy(value, terms->value, splits->worlds * sizeof *value);
    for (int i = 0; i < SHUFFLES && as_large <= AS_LARGE_MAX; i++) {
        /* Shuffle the values (Fisher and Yates), which makes them independent of the ranks. */
        for (uint32_t remaining = splits->worlds; remaining > 1; remaining--) {
            uint32_t other = rng_below(&rng, remaining);
            double swapped = value[remaining - 1];
            value[remaining - 1] = value[other];
            value[other] = swapped;
        }
        sum_splits(terms, value, splits);
        as_large += find_max(splits, &row, &rank) >= threshold - rounding;
    }
    free(value);
    return as_large;
}

bool condition_find(struct condition *condition, const struct condition_terms *terms)
{
    struct splits *splits = memory_new(1, sizeof *splits);
    int row = -1, rank = 0;
    *condition = (struct condition){.row = -1};
    splits->worlds = terms->worlds < CONDITION_WORLDS ? terms->worlds : CONDITION_WORLDS;
    sum_splits(terms, terms->value, splits);
    double difference = find_max(splits, &row, &rank); /* in units of its standard error */
    if (difference > 0) {
        uint32_t count = splits->count[row][rank];
        double sum = splits->sum[row][rank];
        struct condition found = {.row = row, .rank = rank, .worlds = count, .of = splits->worlds,
                                  .with = sum / count, .without = (splits->all - sum) /
                                                                  (splits->worlds - count)};
        if (fabs(found.with - found.without) >= terms->min &&
            count_as_large(terms, splits, difference) <= AS_LARGE_MAX)
            *condition = found;
    }
    free(splits);
    return condition->row >= 0;
}
