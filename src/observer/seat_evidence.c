/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "observer/seat_evidence.h"

#include "belief/normal.h"

#include <math.h>
#include <string.h>

/* Max absolute value that all evidence adds to a cell's logarithm. */
static const double log_max = 4;

enum { APPROACH, OPPONENT, OPTIONS };

static const struct option observer_options[OPTIONS] = {
    [APPROACH] = {"approach", OPTION_NUMBER, 0, 1, 0.5, NULL, "times",
                  "a piece that stepped up to a known one is taken to be of a rank that this one takes so "
                  "many times as often as is guessed", "", "vedette.stepped"},
    [OPPONENT] = {"opponent", OPTION_NUMBER, 0, 1, 0.5, NULL, "",
                  "how much the enemy's moves count for the ranks of the pieces that made them, by how "
                  "likely each kind of player makes them with each rank, where vedette.mixture examines "
                  "them; 0: not at all", "", "vedette.evidence"},
};

const struct option_group observer_group = {
    .name = "observer",
    .meaning = "what a seat makes of the opponent's moves beside the guesser",
    .options = observer_options, .count = OPTIONS,
};

void seat_evidence_weigh(struct seat_evidence *evidence, const struct settings *settings)
{
    double option[OPTIONS];
    settings_group(settings, observer_group.name, option, OPTIONS);
    evidence->weight[SEAT_EVIDENCE_APPROACH] = seat_evidence_approach_weight(option[APPROACH]);
    evidence->weight[SEAT_EVIDENCE_OPPONENT] = option[OPPONENT];
}

/* Computes the log-likelihood of SEAT_EVIDENCE_OPPONENT. */
static void compute_opponent_likelihood(const struct seat_evidence *evidence, int row, double out[RANKS])
{
    memcpy(out, evidence->opponent.log_ratio[row], RANKS * sizeof *out);
}

/* Computes the log-likelihood of SEAT_EVIDENCE_APPROACH: -1 for unlikely ranks, 0 for others. */
static void compute_approach_likelihood(const struct seat_evidence *evidence, int row, double out[RANKS])
{
    for (int rank = 0; rank < RANKS; rank++)
        out[rank] = evidence->approach.unlikely[row] >> rank & 1 ? -1 : 0;
}

const struct seat_evidence_row seat_evidence_table[SEAT_EVIDENCE_KINDS] = {
    [SEAT_EVIDENCE_OPPONENT] = {EVIDENCE_OPPONENT, compute_opponent_likelihood},
    [SEAT_EVIDENCE_APPROACH] = {EVIDENCE_APPROACH, compute_approach_likelihood},
};

double seat_evidence_approach_weight(double share)
{
    return -log(fmax(share, exp(-log_max)));
}

/* Sums the weighted log-likelihoods of the piece in a row. Returns false if there is no evidence about
 * it. */
static bool sum_up(const struct seat_evidence *evidence, int row, double sum[RANKS])
{
    bool counts = false;
    memset(sum, 0, RANKS * sizeof *sum);
    for (int kind = 0; kind < SEAT_EVIDENCE_KINDS; kind++) {
        double logs[RANKS], weight = evidence->weight[kind];
        if (weight == 0)
            continue;
        seat_evidence_table[kind].log_likelihood(evidence, row, logs);
        for (int rank = 0; rank < RANKS; rank++) {
            sum[rank] += weight * logs[rank];
            counts = counts || logs[rank] != 0;
        }
    }
    return counts;
}

void seat_evidence_apply(const struct seat_evidence *evidence, const struct belief *belief,
                         double p[PIECES_A_SIDE][RANKS])
{
    const double accuracy = 0.01; /* more accurate than the likelihoods */
    const int sweeps = 20;
    double cell[PIECES_A_SIDE][RANKS], sum[RANKS];
    int row_of[PIECES_A_SIDE], rows = 0, base = side_base(belief->side);
    bool counts = false;
    if (facts_infeasible(&belief->facts) || facts_missing(&belief->facts) > 0)
        return;
    /* Collect the hidden rows with their evidence, then scale them to normal form. */
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        if (!belief_is_hidden(belief, base + row))
            continue;
        bool any = sum_up(evidence, row, sum);
        memcpy(cell[rows], p[row], sizeof cell[rows]);
        for (int rank = 0; any && rank < RANKS; rank++)
            cell[rows][rank] *= exp(fmax(-log_max, fmin(log_max, sum[rank])));
        counts = counts || any;
        row_of[rows++] = row;
    }
    if (!counts)
        return;
    normal_scale(cell, rows, belief->public_state.unknown_count[belief->side], accuracy, sweeps, NULL);
    for (int i = 0; i < rows; i++)
        memcpy(p[row_of[i]], cell[i], sizeof cell[i]);
}

void seat_evidence_explain(const struct seat_evidence *evidence, const struct belief *belief,
                           struct evidence_list *list)
{
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        bool hidden = belief_is_hidden(belief, side_base(belief->side) + row);
        for (int kind = 0; hidden && kind < SEAT_EVIDENCE_KINDS; kind++) {
            struct evidence item = {.ply = belief->ply, .row = (uint8_t)row,
                                    .kind = (uint8_t)seat_evidence_table[kind].kind};
            double log_likelihood[RANKS];
            bool counts = false;
            seat_evidence_table[kind].log_likelihood(evidence, row, log_likelihood);
            for (int rank = 0; rank < RANKS; rank++) {
                double change = evidence->weight[kind] * log_likelihood[rank];
                item.factor[rank] = (float)exp(fmax(-log_max, fmin(log_max, change)));
                counts = counts || change != 0;
            }
            if (!counts)
                continue;
            evidence_append(list, &item);
        }
    }
}
