/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/calibration.h"

#include "belief/rank_vector.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* The curves of each piece's signs come first. Knots are closer where small differences matter more. */
const struct calibration_curve calibration_curves[CALIBRATION_CURVES] = {
    {"likeliest", "the probability of the likeliest rank",
     SIGN_TOP, SUM_POWER, 8, 0, {0.12f, 0.25f, 0.35f, 0.5f, 0.65f, 0.8f, 0.92f, 1}},
    {"by_known", "the part of the piece's probabilities that known setups give",
     SIGN_KNOWN, SUM_POWER, 7, 8, {0, 0.02f, 0.1f, 0.3f, 0.6f, 0.9f, 1}},
    {"moved", "0: the piece has not moved; 1: it has", SIGN_MOVED, SUM_POWER, 2, 15, {0, 1}},
    {"stepped_up", "1: it has just stepped up to a known enemy piece", SIGN_JUST, SUM_POWER, 2, 17, {0, 1}},
    {"new_likeliest", "the product of the likeliest rank's probability and a new setup's",
     SIGN_TOP_NEW, SUM_POWER, 6, 19, {0.05f, 0.15f, 0.3f, 0.5f, 0.7f, 0.9f}},
    {"apart", "how much likelier that rank is than by the plain table: a logarithm",
     SIGN_APART, SUM_POWER, 6, 25, {-0.5f, 0, 0.4f, 0.8f, 1.4f, 2.2f}},
    {"behaviour_likeliest", "the probability of the likeliest rank",
     SIGN_TOP, SUM_BEHAVIOUR, 4, 31, {0.15f, 0.35f, 0.6f, 0.9f}},
    {"behaviour_moved", "0: the piece has not moved; 1: it has", SIGN_MOVED, SUM_BEHAVIOUR, 2, 35, {0, 1}},
    {"behaviour_stepped_up", "1: it has just stepped up to a known enemy piece",
     SIGN_JUST, SUM_BEHAVIOUR, 2, 37, {0, 1}},
    {"new", "how probable it is that the setup is new",
     SIGN_NEW, SUM_POWER, 8, 39, {0, 0.1f, 0.4f, 0.7f, 0.9f, 0.97f, 0.995f, 1}},
    {"near", "how probable it is that the setup is near a known one",
     SIGN_NEAR, SUM_POWER, 4, 47, {0, 0.05f, 0.3f, 1}},
    {"hidden", "how many of the side's pieces are hidden",
     SIGN_HIDDEN, SUM_POWER, 8, 51, {4, 10, 16, 22, 28, 34, 37, 40}},
    {"luck", "how much better the ranks seen were foretold than expected",
     SIGN_LUCK, SUM_POWER, 7, 59, {-2, -1, -0.4f, 0, 0.4f, 1, 2}},
    {"gain", "how much better than by the plain table, without known setups",
     SIGN_GAIN, SUM_POWER, 7, 66, {-2, -1, -0.4f, 0, 0.4f, 1, 2}},
    {"anyone", "how probable it is that others play than those learnt from",
     SIGN_ANYONE, SUM_POWER, 5, 73, {0, 0.03f, 0.1f, 0.3f, 1}},
    {"first_moves", "how much better than by that table it was foretold which pieces move",
     SIGN_FIRST_MOVES, SUM_POWER, 5, 78, {-0.5f, -0.2f, 0, 0.2f, 0.5f}},
    {"odd", "how much likelier the ranks seen were by the plain table than it expects",
     SIGN_TABLE_LUCK, SUM_POWER, 5, 83, {-2, -0.7f, 0, 0.7f, 2}},
    {"behaviour_new", "how probable it is that the setup is new",
     SIGN_NEW, SUM_BEHAVIOUR, 4, 88, {0, 0.4f, 0.9f, 1}},
    {"behaviour_hidden", "how many of the side's pieces are hidden",
     SIGN_HIDDEN, SUM_BEHAVIOUR, 4, 92, {6, 18, 30, 40}},
};

/* Lower bound of a probability, which limits the effect of one fact. */
static const float min_probability = 1e-4f;

/* Returns the sum of the weights. Returns 1 instead of 0, so that callers can divide by it. */
static float sum_of(const float weight[RANKS])
{
    float sum = 0;
    for (int rank = 0; rank < RANKS; rank++)
        sum += weight[rank];
    return sum > 0 ? sum : 1;
}

/* Returns log p of the rank minus the expected value of log p over all ranks: above 0 if the rank was more
 * probable than an average draw, below 0 if it was a surprise. */
static float luck_of(int rank, const float weight[RANKS])
{
    float total = sum_of(weight), entropy = 0;
    for (int i = 0; i < RANKS; i++) {
        float p = weight[i] / total;
        entropy -= p > min_probability ? p * fast_log(p) : 0;
    }
    return fast_log(fmaxf(weight[rank] / total, min_probability)) + entropy;
}

void calibration_watch(struct calibration_record *record, int rank, const float believed[RANKS],
                       const float fresh[RANKS], const float table[RANKS])
{
    if (!(believed[rank] > 0))
        return;
    record->revealed++;
    record->luck_sum += luck_of(rank, believed);
    /* How much likelier the rank was than by the plain table. */
    record->gain_sum += fast_log(fmaxf(fresh[rank] / sum_of(fresh), min_probability)) -
                        fast_log(fmaxf(table[rank] / sum_of(table), min_probability));
    record->table_luck_sum += luck_of(rank, table);
}

/* Returns the probability that the piece is not a flag or bomb, 0.01 or more. */
static float movable_share(const float weight[RANKS])
{
    float sum = 0;
    for (int rank = 0; rank < RANKS; rank++)
        sum += rank_moves(rank) ? weight[rank] : 0;
    return fmaxf(sum / sum_of(weight), 0.01f);
}

void calibration_watch_first(struct calibration_record *record, const float fresh[RANKS],
                             const float table[RANKS])
{
    record->first_moves++;
    record->first_move_sum += fast_log(movable_share(fresh)) - fast_log(movable_share(table));
}

float calibration_rate(float facts, float sum)
{
    return sum / sqrtf(facts + 4);
}

/* Returns the index of the last knot before a sign; `part` gets the weight of the next knot, 0 .. 1. */
static inline int locate(const struct calibration_curve *curve, float sign, float *part)
{
    int knot = 0;
    for (int i = 1; i < curve->count - 1; i++) /* without a branch, as it would be unpredictable */
        knot += sign >= curve->at[i];
    float fraction = (sign - curve->at[knot]) / (curve->at[knot + 1] - curve->at[knot]);
    *part = fraction > 0 ? fraction < 1 ? fraction : 1 : 0; /* 0 for a NaN too */
    return curve->start + knot;
}

void calibration_locate(const float sign[CALIBRATION_SIGNS], struct calibration_place *place)
{
    for (int i = 0; i < CALIBRATION_CURVES; i++)
        place->knot[i] = (uint8_t)locate(&calibration_curves[i], sign[calibration_curves[i].sign],
                                         &place->part[i]);
}

/* Returns the height between two knots by linear interpolation. */
static inline float height_at(const struct calibration *calibration, int knot, float part)
{
    const float *height = &calibration->height[knot];
    return height[0] + part * (height[1] - height[0]);
}

void calibration_compute_sums(const struct calibration *calibration, const struct calibration_place *place,
                              float sum[CALIBRATION_SUMS])
{
    sum[SUM_POWER] = sum[SUM_BEHAVIOUR] = 0;
    for (int i = 0; i < CALIBRATION_CURVES; i++)
        sum[calibration_curves[i].sum] += height_at(calibration, place->knot[i], place->part[i]);
}

void calibration_add(const struct calibration *calibration, const float sign[CALIBRATION_SIGNS], int first,
                     int end, float sum[CALIBRATION_SUMS])
{
    for (int i = first; i < end; i++) {
        const struct calibration_curve *curve = &calibration_curves[i];
        float part;
        int knot = locate(curve, sign[curve->sign], &part);
        sum[curve->sum] += height_at(calibration, knot, part);
    }
}

/* Returns the values at four knots; `values` is indexed by knot. */
static inline float4 gather(const float *values, int4 knot)
{
    return (float4){values[knot[0]], values[knot[1]], values[knot[2]], values[knot[3]]};
}

/* Returns the heights of one curve at four signs, by linear interpolation between its knots. Equals what
 * calibration_add adds for each sign. */
static inline float4 heights_at(const struct calibration *calibration, const struct calibration_curve *curve,
                                float4 sign)
{
    const float4 none = fast_all(0), one = fast_all(1);
    const float *height = &calibration->height[curve->start];
    if (curve->count == 2) { /* no search: there is only one interval */
        float4 part = (sign - curve->at[0]) / (curve->at[1] - curve->at[0]);
        return height[0] + fast_max4(fast_min4(one, part), none) * (height[1] - height[0]);
    }
    int4 knot = {0, 0, 0, 0};
    for (int i = 1; i < curve->count - 1; i++)
        knot -= sign >= fast_all(curve->at[i]); /* a comparison of vectors gives -1 for true */
    float4 from = gather(curve->at, knot), low = gather(height, knot);
    float4 fraction = (sign - from) / (gather(curve->at + 1, knot) - from);
    float4 part = fast_max4(fast_min4(one, fraction), none);
    return low + part * (gather(height + 1, knot) - low);
}

void calibration_add_own(const struct calibration *calibration, int count,
                         const float (*sign)[PIECES_A_SIDE], float (*sum)[PIECES_A_SIDE])
{
    static_assert(PIECES_A_SIDE % 4 == 0, "whole vectors");
    for (int i = 0; i < count; i += 4) {
        float4 sums[CALIBRATION_SUMS];
        for (int k = 0; k < CALIBRATION_SUMS; k++)
            sums[k] = fast_load(&sum[k][i]);
        for (int k = 0; k < CURVES_OWN; k++) {
            const struct calibration_curve *curve = &calibration_curves[k];
            sums[curve->sum] += heights_at(calibration, curve, fast_load(&sign[curve->sign][i]));
        }
        for (int k = 0; k < CALIBRATION_SUMS; k++)
            memcpy(&sum[k][i], &sums[k], sizeof sums[k]);
    }
}

void calibration_raise(float row[RANKS], float power, const float more[RANKS])
{
    struct rank_vector p = ranks_load(row), floor = ranks_all(1e-30f); /* keeps the logarithm of 0 finite */
    struct rank_vector logs = ranks_log(ranks_add(ranks_above_zero(p), floor));
    ranks_store(ranks_where(p, ranks_exp(ranks_add_scaled(ranks_load(more), logs, power))), row);
}
