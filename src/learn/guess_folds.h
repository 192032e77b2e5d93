/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Learning how people move anew for each part of some games, from the others, so that each game is measured
 * by what did not know it. */
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

/* For each fold a new model, and options with De Boer's constants; guess_folds_free() gives them back. The
 * same for any number of jobs. Stops early, with no use for the result, once `stop` is set. */
struct guess_fold *guess_folds_learn(const struct guess_folds_terms *terms);
void guess_folds_free(struct guess_fold *folds, int fold_count);

#endif
