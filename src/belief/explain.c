/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/explain.h"

#include "belief/mixture.h"
#include "belief/players.h"

#include <math.h>
#include <string.h>

void explain_setup(struct belief *belief, const float before[PIECES_A_SIDE][RANKS])
{
    float joint = players_mean(belief).joint; /* the weight of the network's output */
    int base = side_base(belief->side);
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        int place = belief->public_state.piece[base + row].place;
        float change[RANKS];
        if (place == PLACE_NONE || !belief_is_hidden(belief, base + row))
            continue;
        const float *prior = setup_evidence_prior(&belief->setup, place);
        for (int rank = 0; rank < RANKS; rank++)
            change[rank] = joint * (prior[rank] - before[place][rank]);
        evidence_add(belief, row, EVIDENCE_SETUP, change);
    }
}

void explain_habits(struct belief *belief, int row, const struct habit_row *before)
{
    struct evidence_weights mean_weights = players_mean(belief);
    float change[HABIT_KINDS][RANKS] = {{0}};
    for (enum player_kind player = 0; player < PLAYER_KINDS; player++) {
        float old[HABIT_KINDS][RANKS] = {{0}}, now[HABIT_KINDS][RANKS] = {{0}};
        habits_split(belief->knowledge->habits, before, player, old);
        habits_split(belief->knowledge->habits, habits_row(&belief->habits, row), player, now);
        for (int kind = 0; kind < HABIT_KINDS; kind++)
            for (int rank = 0; rank < RANKS; rank++)
                change[kind][rank] += mean_weights.habits[player] * (now[kind][rank] - old[kind][rank]);
    }
    for (int kind = 0; kind < HABIT_KINDS; kind++) {
        bool any = false;
        for (int rank = 0; rank < RANKS; rank++)
            any |= fabsf(change[kind][rank]) > 1e-4f; /* rounding errors are no change */
        if (any)
            evidence_add(belief, row, (enum evidence_kind)(EVIDENCE_HABIT + kind), change[kind]);
    }
}

/* Returns whether both probabilities are large enough for a ratio. */
static bool are_comparable(float now, float before)
{
    const float min = 1e-7f;
    return now > min && before > min;
}

/* Returns log(now / before), or 0 if one of them is almost 0. */
static float log_ratio(float now, float before)
{
    return are_comparable(now, before) ? logf(now / before) : 0;
}

/* Computes `factor`, the logarithm of the factor by which the calibration changes the weight of each rank. */
static void compute_calibration_factors(const struct belief *belief, float factor[PIECES_A_SIDE][RANKS])
{
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        const float *raised = calibrate_raised(&belief->calibrated, row);
        const float *level = calibrate_level(&belief->calibrated, row);
        for (int rank = 0; rank < RANKS; rank++)
            factor[row][rank] = log_ratio(raised[rank], level[rank]);
    }
}

void explain_begin(const struct belief *belief, struct explained_before *before)
{
    memcpy(before->mixed, mixture_rows(&belief->mixture), sizeof before->mixed);
    mixture_without_known(belief, before->without);
    memcpy(before->scale, mixture_people_scale(&belief->mixture), sizeof before->scale);
    compute_calibration_factors(belief, before->calibration);
}

/* Appends an item with the logarithms `change`, shifted so that the largest factor of the piece's possible
 * ranks is 1. Does nothing if all factors are equal. */
static void add_item(struct belief *belief, int row, enum evidence_kind kind, float change[RANKS])
{
    uint16_t mask = facts_ranks(&belief->facts, row);
    float max = -INFINITY, min = INFINITY;
    for (int rank = 0; rank < RANKS; rank++)
        if (mask >> rank & 1) {
            max = fmaxf(max, change[rank]);
            min = fminf(min, change[rank]);
        }
    if (!(max - min > 1e-5f))
        return;
    for (int rank = 0; rank < RANKS; rank++)
        change[rank] = mask >> rank & 1 ? change[rank] - max : 0;
    evidence_add(belief, row, kind, change);
}

void explain_mixture(struct belief *belief, const struct explained_before *before)
{
    const float (*mixed)[RANKS] = mixture_rows(&belief->mixture);
    const float *scale = mixture_people_scale(&belief->mixture);
    float without[PIECES_A_SIDE][RANKS]; /* `mixed` without known setups */
    float calibration[PIECES_A_SIDE][RANKS];
    mixture_without_known(belief, without);
    compute_calibration_factors(belief, calibration);
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        const float *explained = evidence_explained(&belief->evidence, row);
        float known[RANKS], player[RANKS];
        if (!belief_is_hidden(belief, side_base(belief->side) + row))
            continue;
        /* Changes of log factors: by known setups, by the rest of the mixture, by the calibration. The rest
         * is reduced by the columns' factors and by what the evidence list explains already. */
        for (int rank = 0; rank < RANKS; rank++) {
            known[rank] = log_ratio(mixed[row][rank], without[row][rank]) -
                          log_ratio(before->mixed[row][rank], before->without[row][rank]);
            player[rank] = log_ratio(without[row][rank], before->without[row][rank]);
            calibration[row][rank] -= before->calibration[row][rank];
            if (are_comparable(without[row][rank], before->without[row][rank]))
                player[rank] -= logf(scale[rank] / before->scale[rank]) + explained[rank];
        }
        add_item(belief, row, EVIDENCE_KNOWN_SETUP, known);
        add_item(belief, row, EVIDENCE_PLAYER, player);
        add_item(belief, row, EVIDENCE_CALIBRATION, calibration[row]);
    }
    evidence_restart(&belief->evidence);
}
