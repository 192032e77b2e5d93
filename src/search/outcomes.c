/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/outcomes.h"

#include <string.h>

void outcome_odds_init(struct outcome_odds *odds, const struct search_options *options,
                       const struct board *board, enum side enemy, const double (*belief)[RANKS])
{
    memset(odds, 0, sizeof *odds);
    odds->side = enemy;
    odds->by = (int)options->probabilities;
    odds->min = options->min_outcome;
    if (odds->by == BY_BELIEF && !belief)
        odds->by = BY_COUNTS;
    if (odds->by == BY_BELIEF)
        memcpy(odds->belief, belief, sizeof odds->belief);
    for (int row = 0; row < PIECES_A_SIDE && odds->by == BY_BELIEF; row++) {
        const struct piece *piece = &board->piece[(int)enemy * PIECES_A_SIDE + row];
        double may_move = 1 - belief[row][FLAG] - belief[row][BOMB];
        odds->frozen[row] = piece->rank == RANK_UNKNOWN && !piece->moved && may_move < options->min_mobile;
    }
    for (int rank = FLAG; rank < RANKS; rank++)
        odds->share[rank] = board->unknown_count[enemy][rank] ? 1.0 / board->unknown_count[enemy][rank] : 0;
}

/* If the weights sum to less, the ranks revealed in the tree contradict the belief, and the counts are
 * used. */
static const double min_sum = 1e-9;

double outcome_weights(const struct outcome_odds *odds, const struct board *board, int number, bool moves,
                       double weight[RANKS])
{
    const uint8_t *left = board->unknown_count[odds->side];
    int min_rank = moves || board->piece[number].moved ? SPY : FLAG;
    double sum = 0, kept_sum = 0;
    const double *belief = odds->belief[number % PIECES_A_SIDE];
    for (int rank = min_rank; rank < RANKS && odds->by == BY_BELIEF; rank++) {
        weight[rank] = belief[rank] * left[rank] * odds->share[rank];
        sum += weight[rank];
    }
    if (sum < min_sum) { /* by counts, or with equal weights */
        sum = 0;
        for (int rank = min_rank; rank < RANKS; rank++) {
            weight[rank] = odds->by == BY_UNIFORM ? left[rank] > 0 : left[rank];
            sum += weight[rank];
        }
    }
    for (int rank = FLAG; rank < RANKS; rank++) {
        if (rank < min_rank || weight[rank] <= odds->min * sum)
            weight[rank] = 0;
        kept_sum += weight[rank];
    }
    return kept_sum;
}

void outcomes_fill(const struct outcome_odds *odds, const struct board *board, int number, bool moves,
                   struct outcomes *out)
{
    double weight[RANKS], weight_sum = outcome_weights(odds, board, number, moves, weight);
    out->count = 0;
    for (int rank = FLAG; rank < RANKS; rank++) {
        if (weight[rank] <= 0)
            continue;
        int index = out->count++;
        for (; index > 0 && out->p[index - 1] < weight[rank]; index--) {
            out->p[index] = out->p[index - 1];
            out->rank[index] = out->rank[index - 1];
        }
        out->p[index] = weight[rank];
        out->rank[index] = (uint8_t)rank;
    }
    for (int i = 0; i < out->count; i++)
        out->p[i] /= weight_sum;
}
