/* SPDX-License-Identifier: GPL-3.0-or-later */
/* R-NaD in extensive form with a table and exact values: one logit per information set and action (Perolat
 * et al. 2022, methods; the theory is Perolat et al. 2021, "From Poincare recurrence to convergence").
 * Each iteration runs the dynamics of the game with transformed rewards towards their fixed point, which
 * then becomes the regularisation policy. */
#ifndef VEDETTE_LEARN_RNAD_TABULAR_H
#define VEDETTE_LEARN_RNAD_TABULAR_H

#include "learn/game_tree.h"

struct rnad_tabular_options {
    double eta;   /* weight of the regularisation, > 0 */
    double rate;  /* length of a step in logits, > 0; rate x eta below 1 */
    int steps;    /* an iteration */
    /* Share of the uniform policy in each new regularisation policy, 0 .. 1; the paper has 0. With 0 the
     * probabilities of bad actions become tiny, the beliefs behind those actions drift, and NashConv
     * swings when they matter again (Leduc poker). */
    double floor;
};

/* Chosen so that Kuhn and Leduc poker converge within twenty iterations (doc/rnad.md). */
extern const struct rnad_tabular_options rnad_tabular_standard;

struct rnad_tabular {
    const struct game_tree *tree;
    struct rnad_tabular_options options;
    double *logits;           /* set_count x actions */
    double *policy, *regular; /* current and regularisation policy, both uniform at the start */
    double *bonus, *values, *reach; /* scratch */
};

/* Starts with uniform policies. The tree must outlive the learner. */
void rnad_tabular_begin(struct rnad_tabular *learner, const struct game_tree *tree,
                        const struct rnad_tabular_options *options);

/* One iteration: `steps` steps of the dynamics, each one pass over the tree, then the new regularisation
 * policy. */
void rnad_tabular_iterate(struct rnad_tabular *learner);

void rnad_tabular_end(struct rnad_tabular *learner);

#endif
