/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rollout/condition.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SHUFFLES = 199, AS_LARGE_MAX = 1 /* (1 + 1) / (199 + 1): one in a hundred */ };

/* The splits: how many worlds each has, and the sum of the values in them. */
struct splits {
    uint32_t count[PIECES_A_SIDE][RANKS];
    double sum[PIECES_A_SIDE][RANKS];
    double all;
    uint32_t worlds;
};

static void add_up(const struct condition_terms *terms, const double *value, struct splits *splits)
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

/* The split that differs most, in errors of its difference: with the values the same and only shuffled this
 * orders splits as Student's t does. -1: no split has worlds enough. */
static double find_max(const struct splits *splits, int *max_row, int *max_rank)
{
    double most = -1;
    for (int row = 0; row < PIECES_A_SIDE; row++)
        for (int rank = 0; rank < RANKS; rank++) {
            uint32_t with = splits->count[row][rank], without = splits->worlds - with;
            if (with < CONDITION_HALF || without < CONDITION_HALF)
                continue;
            double sum = splits->sum[row][rank];
            double size = fabs(sum / with - (splits->all - sum) / without) / sqrt(1.0 / with + 1.0 / without);
            if (size > most) {
                most = size;
                *max_row = row;
                *max_rank = rank;
            }
        }
    return most;
}

/* How often values in a random order differ as much, until it is too often. */
static int count_as_large(const struct condition_terms *terms, struct splits *splits, double most)
{
    const double rounding = 1e-9;
    double *value = memory_new(splits->worlds, sizeof *value);
    struct rng rng;
    int as_large = 0, row, rank;
    rng_seed(&rng, terms->seed, 0);
    memcpy(value, terms->value, splits->worlds * sizeof *value);
    for (int i = 0; i < SHUFFLES && as_large <= AS_LARGE_MAX; i++) {
        for (uint32_t left = splits->worlds; left > 1; left--) {
            uint32_t other = rng_below(&rng, left);
            double kept = value[left - 1];
            value[left - 1] = value[other];
            value[other] = kept;
        }
        add_up(terms, value, splits);
        as_large += find_max(splits, &row, &rank) >= most - rounding;
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
    add_up(terms, terms->value, splits);
    double most = find_max(splits, &row, &rank);
    if (most > 0) {
        uint32_t count = splits->count[row][rank];
        double sum = splits->sum[row][rank];
        struct condition found = {.row = row, .rank = rank, .worlds = count, .of = splits->worlds,
                                  .with = sum / count, .without = (splits->all - sum) /
                                                                  (splits->worlds - count)};
        if (fabs(found.with - found.without) >= terms->min &&
            count_as_large(terms, splits, most) <= AS_LARGE_MAX)
            *condition = found;
    }
    free(splits);
    return condition->row >= 0;
}
