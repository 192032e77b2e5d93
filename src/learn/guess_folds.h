/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Splits games into folds and learns for each fold how people move, from the games of the other folds. So
 * each game can be measured with a model that has not seen it. */
#ifndef VEDETTE_LEARN_GUESS_FOLDS_H
#define VEDETTE_LEARN_GUESS_FOLDS_H

#include "lab/bench_guess.h"

struct guess_folds_terms {
    const struct dataset *games;
    const struct belief_model *model;   /* what is not learnt anew comes from it */
    struct belief_options options;
    const struct setup_statistics *statistics;
    int fold_count;
    int jobs;
    const atomic_bool *stop;            /* may be NULL */
};

/* Returns a new model and options with fitted De Boer constants for each fold; guess_folds_free() frees them.
 * The result does not depend on the number of jobs. If `stop` is set, stops early with a useless result. */
struct guess_fold *guess_folds_learn(const struct guess_folds_terms *terms);
void guess_folds_free(struct guess_fold *folds, int fold_count);

#endif
