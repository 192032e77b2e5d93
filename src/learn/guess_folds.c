/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/guess_folds.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "learn/cross_fit.h"
#include "learn/guess_fit.h"

#include <stdlib.h>

struct folds_work {
    const struct guess_folds_terms *terms;
    struct guess_fold *folds;
};

/* Fits De Boer's constants on all games outside fold `fold`; it is the callback of the threads. */
static void fit_deboer(void *context, size_t fold)
{
    const struct folds_work *work = context;
    const struct guess_folds_terms *terms = work->terms;
    const struct dataset *games = terms->games;
    struct fold_samples others = {0};
    /* These samples have no model: De Boer's guesser uses none. */
    others.items[PLAYER_PEOPLE] = memory_new(games->count + 1, sizeof *others.items[PLAYER_PEOPLE]);
    for (size_t i = 0; i < games->count; i++)
        if (i % (size_t)terms->fold_count != fold)
            others.items[PLAYER_PEOPLE][others.count[PLAYER_PEOPLE]++].game = &games->items[i];
    const struct guess_fit_terms fit_terms = {.samples = &others, .options = terms->options,
                                        .statistics = terms->statistics, .jobs = 1, .stop = terms->stop};
    work->folds[fold].options = terms->options;
    guess_fit_deboer(&fit_terms, &work->folds[fold].options);
    free(others.items[PLAYER_PEOPLE]);
}

struct guess_fold *guess_folds_learn(const struct guess_folds_terms *terms)
{
    static const struct dataset none = {0};
    struct belief_model *parts[CROSS_FIT_PARTS_MAX] = {NULL};
    struct folds_work work = {terms, memory_new((size_t)terms->fold_count, sizeof *work.folds)};
    for (int i = 0; i < terms->fold_count; i++)
        work.folds[i].model = parts[i] = belief_model_copy(terms->model);
    const struct cross_fit cross = {
        .games = {terms->games, &none}, .options = terms->options, .statistics = terms->statistics,
        .part_count = terms->fold_count, .parts = parts, .parts_weights = true, .jobs = terms->jobs,
        .stop = terms->stop,
    };
    cross_fit_run(&cross);
    parallel_run(terms->jobs, (size_t)terms->fold_count, fit_deboer, &work);
    return work.folds;
}

void guess_folds_free(struct guess_fold *folds, int fold_count)
{
    for (int i = 0; i < fold_count; i++)
        belief_model_free((struct belief_model *)folds[i].model);
    free(folds);
}
