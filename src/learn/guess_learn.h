/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Learning the model of the Bayesian guesser from games and setups. */
#ifndef VEDETTE_LEARN_GUESS_LEARN_H
#define VEDETTE_LEARN_GUESS_LEARN_H

#include "belief/belief.h"
#include "lab/dataset.h"
#include "learn/cross_fit.h"

#include <stdatomic.h>

/* The models that are learnt: number 0 from all games and setups; with folds, number i knows neither the
 * games of fold i nor the pairs of setups that were played in them. Game k is of fold k % folds + 1. */
struct guess_learn_terms {
    const struct dataset *games;    /* that people played */
    const struct dataset *programs; /* that programs played; may be none */
    const struct dataset *without;  /* games whose setups are not learnt from, even where `setups` has them */
    const struct setup *setups;     /* beside those of the games; may be none */
    size_t setup_count;
    struct belief_options options;
    const struct setup_statistics *statistics;
    int rounds;                     /* of learning the network */
    int folds;                      /* 0: none; else 2 .. CROSS_FIT_PARTS_MAX */
    int jobs;                       /* for what does not depend on their number */
    uint64_t seed;
    const atomic_bool *stop;        /* may be NULL */
    void (*report)(void *context, const char *text);  /* what is being done; one call at a time */
    /* Drafts, which are done but for what comes from games: `take` may fill a model with the one that an
     * earlier run kept under its number, and says whether it did; each new one is handed to `keep`. Both
     * may be NULL; called by several threads at once. A draft is taken where its setups are as many, and
     * left out the same games, as this run's. */
    bool (*take)(void *context, int number, struct belief_model *model);
    void (*keep)(void *context, int number, const struct belief_model *model);
    void *context;
};

/* Fills 1 + folds models that are all zero but for their source and date, and De Boer's constants in `deboer`
 * by the way. With folds, all that hangs on what setups teach is learnt with the model of the game's fold;
 * without, with the one that there is. The same for any number of jobs. STATUS_BAD where games, setups and
 * statistics are not all of one variant, where the games start from no setups, or are fewer than folds,
 * STATUS_NO where it was stopped. */
enum status guess_learn(const struct guess_learn_terms *terms, struct belief_model *const *models,
                        struct belief_options *deboer, struct error *error);

#endif
