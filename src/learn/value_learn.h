/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Learning the value (value/value.h) from moments of finished games: a logistic regression, by Newton's
 * steps, in which large weights cost a little. */
#ifndef VEDETTE_LEARN_VALUE_LEARN_H
#define VEDETTE_LEARN_VALUE_LEARN_H

#include "lab/value_samples.h"

struct value_fit_terms {
    const struct value_samples *samples;
    int folds;       /* games whose number modulo this */
    int without;     /* is this one are left out; -1: none is */
    int jobs;
    const atomic_bool *stop; /* may be NULL */
};

/* Fits one kind of player's weights; all zero where there is nothing to learn from. Every moment counts the
 * same. The same for any number of jobs. */
void value_fit(const struct value_fit_terms *terms, double weight[VALUE_TERMS]);

/* The same with the state of the game alone (VALUE_STATE), to hold the value against. */
void value_fit_state(const struct value_fit_terms *terms, double weight[VALUE_TERMS]);

#endif
