/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CFR+ (Tammelin 2014): counterfactual regret minimisation with regrets that never fall below 0, players
 * updated in turn, and an average in which iteration t has weight t. The yardstick for what learns small
 * games. */
#ifndef VEDETTE_LEARN_CFR_PLUS_H
#define VEDETTE_LEARN_CFR_PLUS_H

#include "learn/game_tree.h"

struct cfr_plus {
    const struct game_tree *tree;
    double *regret, *policy, *sum; /* set_count x actions; the sum is of weighted policies */
    double *values, *own;          /* scratch: action values; reach of each set by its player */
    int iteration;
};

/* Starts a solver with the uniform policy. The tree must outlive it. */
void cfr_plus_begin(struct cfr_plus *solver, const struct game_tree *tree);

/* Does one iteration: updates player 0, then player 1. Costs two passes over the tree. */
void cfr_plus_step(struct cfr_plus *solver);

/* Computes the average policy so far. It is uniform at sets that were never reached. */
void cfr_plus_average(const struct cfr_plus *solver, double *policy);

void cfr_plus_end(struct cfr_plus *solver);

#endif
