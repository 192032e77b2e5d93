/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/guess_folds.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "learn/guess_fit.h"

#include <stdlib.h>

struct folds_work {
    const struct guess_folds_terms *terms;
    struct guess_fold *folds;
};

/* Learns from all games but those of one fold, taken to be people's. */
static void learn_fold(void *context, size_t fold)
{
    const struct folds_work *work = context;
    const struct guess_folds_terms *terms = work->terms;
    const struct dataset *games = terms->games;
    struct guess_fold *learnt = &work->folds[fold];
    struct training_game *others = memory_new(games->count + 1, sizeof *others);
    struct guess_fit_terms fit = {.games = {others}, .options = terms->options,
                                  .statistics = terms->statistics, .jobs = 1, .stop = terms->stop};
    for (size_t i = 0; i < games->count; i++)
        if (i % (size_t)terms->fold_count != fold)
            others[fit.count[PLAYER_PEOPLE]++] = games->items[i];
    struct belief_model *model = memory_new(1, sizeof *model);
    *model = *terms->model;
    learnt->model = model;
    learnt->options = terms->options;
    guess_fit(&fit, model);
    guess_fit_deboer(&fit, &learnt->options);
    free(others);
}

struct guess_fold *guess_folds_learn(const struct guess_folds_terms *terms)
{
    size_t count = (size_t)terms->fold_count;
    struct folds_work work = {terms, memory_new(count + 1, sizeof *work.folds)};
    parallel_run(terms->jobs, count, learn_fold, &work);
    return work.folds;
}

void guess_folds_free(struct guess_fold *folds, int fold_count)
{
    for (int i = 0; i < fold_count; i++)
        free((void *)folds[i].model);
    free(folds);
}
