/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Learns the model of the Bayesian guesser from games and setups. */
#ifndef VEDETTE_LEARN_GUESS_LEARN_H
#define VEDETTE_LEARN_GUESS_LEARN_H

#include "belief/belief.h"
#include "lab/dataset.h"
#include "learn/cross_fit.h"

#include <stdatomic.h>

/* What to learn from. Model 0 is learnt from all games and setups. With folds, model i > 0 knows neither the
 * games of fold i nor the pairs of setups that were played in them. Game k is in fold k % folds + 1. */
struct guess_learn_terms {
    const struct dataset *games;    /* people's games */
    const struct dataset *programs; /* programs' games; may be empty */
    const struct dataset *without;  /* games whose setups are not learnt from, even if `setups` has them */
    const struct setup *setups;     /* more setups, besides those of the games; may be none */
    size_t setup_count;
    struct belief_options options;
    const struct setup_statistics *statistics;
    int rounds;                     /* of learning the network */
    int folds;                      /* 0: none; or 2 .. CROSS_FIT_PARTS_MAX */
    int jobs;                       /* for what does not depend on their number */
    uint64_t seed;
    const atomic_bool *stop;        /* may be NULL */
    void (*report)(void *context, const char *text);  /* reports the current work; one call at a time */
    /* Callbacks for drafts: models whose setup part is complete. `take` fills `model` with the draft that an
     * earlier run stored for model `number`, and returns whether there was one. `keep` stores a new draft.
     * Both may be NULL; several threads call them at once. A draft is used only if it was learnt from the
     * same number of setups and without the same games as this run. */
    bool (*take)(void *context, int number, struct belief_model *model);
    void (*keep)(void *context, int number, const struct belief_model *model);
    void *context;
};

/* Learns 1 + folds models (all zero, except source and date), and fits De Boer's constants (`deboer`). The
 * parts that depend on the setup part are learnt for each game with the model that excluded the game's fold;
 * without folds, with model 0. The result does not depend on the number of jobs. STATUS_BAD if games, setups
 * and statistics are not all of one variant, if no game starts from setups, or if there are fewer games than
 * folds; STATUS_NO if it was stopped. */
enum status guess_learn(const struct guess_learn_terms *terms, struct belief_model *const *models,
                        struct belief_options *deboer, struct error *error);

#endif
