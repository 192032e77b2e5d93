/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fits the value (value/value.h) to moments of finished games: a logistic regression with a small ridge, by
 * Newton's method. */
#ifndef VEDETTE_LEARN_VALUE_LEARN_H
#define VEDETTE_LEARN_VALUE_LEARN_H

#include "lab/value_samples.h"

struct value_fit_terms {
    const struct value_samples *samples;
    int folds;       /* number of folds: a game is in fold game % folds */
    int without;     /* the fold whose games are left out; -1: none */
    int jobs;
    const atomic_bool *stop; /* may be NULL */
};

/* Fits the weights of one kind of player. They are all 0 if there are no samples. All moments have the same
 * weight. The result does not depend on the number of jobs. */
void value_fit(const struct value_fit_terms *terms, double weight[VALUE_TERMS]);

/* Fits only the weight of the game's state (VALUE_STATE), as a baseline for the value. */
void value_fit_state(const struct value_fit_terms *terms, double weight[VALUE_TERMS]);

#endif
