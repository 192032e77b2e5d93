/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "observer/rank_evidence.h"

#include "belief/normal.h"

#include <math.h>
#include <string.h>

/* A model of the enemy that is wrong must not rule out what is true. */
static const double most = 4;

void rank_evidence_add(struct rank_evidence *evidence, int row, const double likelihood[RANKS],
                       const double p[RANKS])
{
    double sum = 0, weight = 0;
    for (int rank = 0; rank < RANKS; rank++) {
        if (likelihood[rank] <= 0)
            continue;
        sum += p[rank] * likelihood[rank];
        weight += p[rank];
    }
    if (sum <= 0)
        return;
    for (int rank = 0; rank < RANKS; rank++)
        if (likelihood[rank] > 0)
            evidence->log_ratio[row][rank] += log(likelihood[rank] * weight / sum);
}

bool rank_evidence_weigh_row(const struct rank_evidence *evidence, int row, double share,
                             const double p[RANKS], double cell[RANKS])
{
    double sum = 0;
    for (int rank = 0; rank < RANKS; rank++) {
        double power = fmax(-most, fmin(most, share * evidence->log_ratio[row][rank]));
        cell[rank] = p[rank] * exp(power);
        sum += cell[rank];
    }
    return sum > 0;
}

void rank_evidence_weigh(const struct rank_evidence *evidence, double share, const struct belief *belief,
                         double p[PIECES_A_SIDE][RANKS])
{
    const double accuracy = 0.01; /* as good as the ratios are, and better */
    const int sweeps = 20;
    double cell[PIECES_A_SIDE][RANKS];
    int row_of[PIECES_A_SIDE], rows = 0, base = side_base(belief->side);
    if (share <= 0 || belief->infeasible || belief->surplus_ranks > 0)
        return;
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        if (!belief_is_hidden(belief, base + row))
            continue;
        if (!rank_evidence_weigh_row(evidence, row, share, p[row], cell[rows]))
            return;
        row_of[rows++] = row;
    }
    normal_scale(cell, rows, belief->public_state.unknown_count[belief->side], accuracy, sweeps, NULL);
    for (int i = 0; i < rows; i++)
        memcpy(p[row_of[i]], cell[i], sizeof cell[i]);
}
