/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A float for each rank as three vectors of four: arithmetic on all ranks of a piece at once.
 *
 * Sums over the ranks always have the same order (fast_sum of the three vectors' sum), so the results do not
 * depend on the compiler. */
#ifndef VEDETTE_BELIEF_RANK_VECTOR_H
#define VEDETTE_BELIEF_RANK_VECTOR_H

#include "belief/fast_math.h"
#include "game/piece.h"

#include <assert.h>

struct rank_vector {
    float4 a, b, c;
};
static_assert(sizeof(struct rank_vector) == RANKS * sizeof(float), "all ranks and no more");

/* Loads a number for each rank, in the order of enum rank. */
static inline struct rank_vector ranks_load(const float at[RANKS])
{
    return (struct rank_vector){fast_load(at), fast_load(at + 4), fast_load(at + 8)};
}

/* Stores the numbers of all ranks: the inverse of ranks_load. */
static inline void ranks_store(struct rank_vector x, float at[RANKS])
{
    memcpy(at, &x.a, sizeof x.a);
    memcpy(at + 4, &x.b, sizeof x.b);
    memcpy(at + 8, &x.c, sizeof x.c);
}

/* Returns x for each rank. */
static inline struct rank_vector ranks_all(float x)
{
    return (struct rank_vector){fast_all(x), fast_all(x), fast_all(x)};
}

/* Returns x + y, rank by rank; the functions below also compute rank by rank. */
static inline struct rank_vector ranks_add(struct rank_vector x, struct rank_vector y)
{
    return (struct rank_vector){x.a + y.a, x.b + y.b, x.c + y.c};
}

static inline struct rank_vector ranks_times(struct rank_vector x, struct rank_vector y)
{
    return (struct rank_vector){x.a * y.a, x.b * y.b, x.c * y.c};
}

static inline struct rank_vector ranks_scaled(struct rank_vector x, float by)
{
    return (struct rank_vector){x.a * by, x.b * by, x.c * by};
}

/* Returns x + y * by. */
static inline struct rank_vector ranks_add_scaled(struct rank_vector x, struct rank_vector y, float by)
{
    return (struct rank_vector){x.a + y.a * by, x.b + y.b * by, x.c + y.c * by};
}

/* Returns the sum over all ranks, always added in the same order. */
static inline float ranks_sum(struct rank_vector x)
{
    return fast_sum(x.a + x.b + x.c);
}

static inline struct rank_vector ranks_exp(struct rank_vector x)
{
    return (struct rank_vector){fast_exp4(x.a), fast_exp4(x.b), fast_exp4(x.c)};
}

static inline struct rank_vector ranks_log(struct rank_vector x)
{
    return (struct rank_vector){fast_log4(x.a), fast_log4(x.b), fast_log4(x.c)};
}

/* Returns -1 in each lane i whose bit i is set, and 0 in the others. */
static inline int4 lanes_of(unsigned bits)
{
    const int4 bit = {1, 2, 4, 8}, all = {(int)bits, (int)bits, (int)bits, (int)bits};
    return (all & bit) == bit;
}

/* Returns x where the mask has the rank (bit r), y elsewhere. */
static inline struct rank_vector ranks_choose(uint16_t mask, struct rank_vector x, struct rank_vector y)
{
    return (struct rank_vector){fast_choose(lanes_of(mask), x.a, y.a),
                                fast_choose(lanes_of(mask >> 4), x.b, y.b),
                                fast_choose(lanes_of(mask >> 8), x.c, y.c)};
}

/* Returns max(x, 0). */
static inline struct rank_vector ranks_above_zero(struct rank_vector x)
{
    const float4 none = fast_all(0);
    return (struct rank_vector){fast_max4(x.a, none), fast_max4(x.b, none), fast_max4(x.c, none)};
}

/* Returns y where x > 0, 0 elsewhere. */
static inline struct rank_vector ranks_where(struct rank_vector x, struct rank_vector y)
{
    const float4 none = fast_all(0);
    return (struct rank_vector){fast_choose(x.a > none, y.a, none), fast_choose(x.b > none, y.b, none),
                                fast_choose(x.c > none, y.c, none)};
}

/* Returns y where x >= min, 0 elsewhere. */
static inline struct rank_vector ranks_at_least(struct rank_vector x, float min, struct rank_vector y)
{
    const float4 none = fast_all(0), from = fast_all(min);
    return (struct rank_vector){fast_choose(x.a >= from, y.a, none), fast_choose(x.b >= from, y.b, none),
                                fast_choose(x.c >= from, y.c, none)};
}

/* Returns x / y, 1 where y <= 0. */
static inline struct rank_vector ranks_ratio(struct rank_vector x, struct rank_vector y)
{
    const float4 none = fast_all(0), one = fast_all(1);
    return (struct rank_vector){fast_choose(y.a > none, x.a / y.a, one),
                                fast_choose(y.b > none, x.b / y.b, one),
                                fast_choose(y.c > none, x.c / y.c, one)};
}

/* Returns the largest number of all ranks. */
static inline float ranks_max(struct rank_vector x)
{
    float4 max = fast_max4(fast_max4(x.a, x.b), x.c);
    float left = max[0] > max[1] ? max[0] : max[1], right = max[2] > max[3] ? max[2] : max[3];
    return left > right ? left : right;
}

/* Loads doubles as floats. */
static inline struct rank_vector ranks_from_doubles(const double at[RANKS])
{
    float x[RANKS];
    for (int rank = 0; rank < RANKS; rank++)
        x[rank] = (float)at[rank];
    return ranks_load(x);
}

#endif
