/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "observer/seat_evidence.h"

#include "belief/normal.h"

#include <math.h>
#include <string.h>

/* The most that all evidence about a cell adds to its logarithm, or takes from it. */
static const double log_max = 4;

static void opponent_likelihood(const struct seat_evidence *evidence, int row, double out[RANKS])
{
    memcpy(out, evidence->opponent.log_ratio[row], RANKS * sizeof *out);
}

static void approach_likelihood(const struct seat_evidence *evidence, int row, double out[RANKS])
{
    for (int rank = 0; rank < RANKS; rank++)
        out[rank] = evidence->approach.unlikely[row] >> rank & 1 ? -1 : 0;
}

const struct seat_evidence_row seat_evidence_table[SEAT_EVIDENCE_KINDS] = {
    [SEAT_EVIDENCE_OPPONENT] = {
        "opponent", "the kind of player that the enemy seems to be makes its moves with some ranks more "
                    "than with others", opponent_likelihood},
    [SEAT_EVIDENCE_APPROACH] = {
        "approach", "it stepped up to known pieces, which take some ranks", approach_likelihood},
};

double seat_evidence_approach_weight(double share)
{
    return -log(fmax(share, exp(-log_max)));
}

/* Sums up what counts about the piece in a row; returns false if that is nothing. */
static bool sum_up(const struct seat_evidence *evidence, int row, double sum[RANKS])
{
    bool counts = false;
    memset(sum, 0, RANKS * sizeof *sum);
    for (int kind = 0; kind < SEAT_EVIDENCE_KINDS; kind++) {
        double one[RANKS], weight = evidence->weight[kind];
        if (weight == 0)
            continue;
        seat_evidence_table[kind].log_likelihood(evidence, row, one);
        for (int rank = 0; rank < RANKS; rank++) {
            sum[rank] += weight * one[rank];
            counts = counts || one[rank] != 0;
        }
    }
    return counts;
}

void seat_evidence_apply(const struct seat_evidence *evidence, const struct belief *belief,
                         double p[PIECES_A_SIDE][RANKS])
{
    const double accuracy = 0.01; /* as good as the likelihoods are, and better */
    const int sweeps = 20;
    double cell[PIECES_A_SIDE][RANKS], sum[RANKS];
    int row_of[PIECES_A_SIDE], rows = 0, base = side_base(belief->side);
    bool counts = false;
    if (belief->infeasible || belief->surplus_ranks > 0)
        return;
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        if (!belief_is_hidden(belief, base + row))
            continue;
        counts = sum_up(evidence, row, sum) || counts;
        for (int rank = 0; rank < RANKS; rank++)
            cell[rows][rank] = p[row][rank] * exp(fmax(-log_max, fmin(log_max, sum[rank])));
        row_of[rows++] = row;
    }
    if (!counts)
        return;
    normal_scale(cell, rows, belief->public_state.unknown_count[belief->side], accuracy, sweeps, NULL);
    for (int i = 0; i < rows; i++)
        memcpy(p[row_of[i]], cell[i], sizeof cell[i]);
}
