/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/calibration.h"

#include "belief/rank_vector.h"

#include <math.h>

/* Knots stand closer where a small difference tells much. */
const struct calibration_curve calibration_curves[CALIBRATION_SIGNS] = {
    [SIGN_TOP] = {"likeliest", "the probability of the likeliest rank", 8, 0,
                  {0.12f, 0.25f, 0.35f, 0.5f, 0.65f, 0.8f, 0.92f, 1}},
    [SIGN_NEW] = {"new", "how probable it is that the setup is new", 8, 8,
                  {0, 0.1f, 0.4f, 0.7f, 0.9f, 0.97f, 0.995f, 1}},
    [SIGN_NEAR] = {"near", "how probable it is that the setup is near a known one", 4, 16,
                   {0, 0.05f, 0.3f, 1}},
    [SIGN_KNOWN] = {"by_known", "the part of the piece's probabilities that known setups give", 7, 20,
                    {0, 0.02f, 0.1f, 0.3f, 0.6f, 0.9f, 1}},
    [SIGN_HIDDEN] = {"hidden", "how many of the side's pieces are hidden", 8, 27,
                     {4, 10, 16, 22, 28, 34, 37, 40}},
    [SIGN_MOVED] = {"moved", "0: the piece has not moved; 1: it has", 2, 35, {0, 1}},
    [SIGN_LUCK] = {"luck", "how much better the ranks seen were foretold than expected", 7, 37,
                   {-2, -1, -0.4f, 0, 0.4f, 1, 2}},
    [SIGN_ANYONE] = {"anyone", "how probable it is that others play than those learnt from", 5, 51,
                     {0, 0.03f, 0.1f, 0.3f, 1}},
    [SIGN_GAIN] = {"gain", "how much better than by the plain table", 7, 44,
                   {-2, -1, -0.4f, 0, 0.4f, 1, 2}},
};

static float sum_of(const float weight[RANKS])
{
    float sum = 0;
    for (int rank = 0; rank < RANKS; rank++)
        sum += weight[rank];
    return sum > 0 ? sum : 1;
}

void calibration_watch(struct calibration_record *record, int rank, const float believed[RANKS],
                       const float fresh[RANKS], const float table[RANKS])
{
    static const float least = 1e-4f; /* no single rank counts for more */
    float all = sum_of(believed), spread = 0;
    if (!(believed[rank] > 0))
        return;
    for (int i = 0; i < RANKS; i++) {
        float p = believed[i] / all;
        spread -= p > least ? p * fast_log(p) : 0;
    }
    record->seen++;
    record->luck += fast_log(fmaxf(believed[rank] / all, least)) + spread;
    record->gain += fast_log(fmaxf(fresh[rank] / sum_of(fresh), least)) -
                    fast_log(fmaxf(table[rank] / sum_of(table), least));
}

float calibration_rate(const struct calibration_record *record, float sum)
{
    return sum / sqrtf(record->seen + 4);
}

void calibration_locate_one(enum calibration_sign which, float sign, struct calibration_place *place)
{
    const struct calibration_curve *curve = &calibration_curves[which];
    int knot = 0;
    while (knot < curve->count - 2 && sign >= curve->at[knot + 1])
        knot++;
    float part = (sign - curve->at[knot]) / (curve->at[knot + 1] - curve->at[knot]);
    place->knot[which] = (uint8_t)(curve->start + knot);
    place->part[which] = part > 0 ? part < 1 ? part : 1 : 0; /* 0 for a NaN too */
}

void calibration_locate(const float sign[CALIBRATION_SIGNS], struct calibration_place *place)
{
    for (enum calibration_sign i = 0; i < CALIBRATION_SIGNS; i++)
        calibration_locate_one(i, sign[i], place);
}

float calibration_sum(const struct calibration *calibration, const struct calibration_place *place)
{
    float sum = 0;
    for (int i = 0; i < CALIBRATION_SIGNS; i++) {
        const float *height = &calibration->height[place->knot[i]];
        sum += height[0] + place->part[i] * (height[1] - height[0]);
    }
    return fminf(fmaxf(sum, -CALIBRATION_MOST), CALIBRATION_MOST);
}

void calibration_raise(float row[RANKS], float power)
{
    struct rank_vector p = ranks_load(row), least = ranks_all(1e-30f);
    struct rank_vector logs = ranks_log(ranks_add(ranks_above_zero(p), least));
    ranks_store(ranks_where(p, ranks_exp(ranks_scaled(logs, power))), row);
}
