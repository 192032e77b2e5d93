/* SPDX-License-Identifier: GPL-3.0-or-later */
/* De Boer's guesser (2007, 6.3). It starts with the statistics of people's setups, and adds evidence from the
 * initial neighbours of revealed pieces, from missed opportunities and from behaviour towards known pieces.
 * Each step multiplies weights; the normal form makes them probabilities. */
#ifndef VEDETTE_BELIEF_DEBOER_H
#define VEDETTE_BELIEF_DEBOER_H

#include "belief/public_state.h"
#include "worth/worth.h"

struct belief;

/* The weights by setup statistics and such evidence, not by facts and notes. */
struct deboer_evidence {
    double weight[PIECES_A_SIDE][RANKS]; /* bayes: of setup statistics and revealed neighbours alone, as they
                                          * count if a program plays */
};

/* Returns a row's weights by rank. */
static inline const double *deboer_weights(const struct deboer_evidence *deboer, int row)
{
    return deboer->weight[row];
}

/* These functions belong to the kind "deboer". struct belief_kind describes when each is called. */
void deboer_start(struct belief *belief);
/* Before a move of the side is applied: multiplies the weights by what it says about the ranks. */
void deboer_watch(struct belief *belief, const struct event *event);
/* After an event: multiplies the weights of the pieces that began beside those it revealed (`reveals`). */
void deboer_learn(struct belief *belief, const struct event *event, const uint8_t *reveals);
/* Makes the weights the input of the normal form. */
void deboer_weigh(struct belief *belief);

/* Multiplies the weights of the hidden pieces that began beside the pieces in `reveals` (output of
 * public_state_apply). Returns their rows, bit r for row r. `evidence_weight`: the weight of these factors in
 * the belief, 0 or more; the evidence list gets the factors to that power. */
uint64_t deboer_update_neighbours(struct belief *belief, const uint8_t *reveals, float evidence_weight);

/* Returns the profit of an attack by a piece of `side` and `rank` on an enemy piece of rank `target`: the
 * worth of the captured piece minus that of the lost one (De Boer 2007, 3.1.2). It is 0 for a rank that
 * cannot move. */
double deboer_profit(const struct worth *worth, enum side side, int rank, int target);

#endif
