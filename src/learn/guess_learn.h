/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Learning the model of the Bayesian guesser from games and setups. */
#ifndef VEDETTE_LEARN_GUESS_LEARN_H
#define VEDETTE_LEARN_GUESS_LEARN_H

#include "belief/belief.h"
#include "lab/dataset.h"

#include <stdatomic.h>

struct guess_learn_terms {
    const struct dataset *games;    /* that people played */
    const struct dataset *programs; /* that programs played; may be none */
    const struct dataset *without;  /* games whose setups are not learnt from, even where `setups` has them */
    const struct setup *setups;     /* NULL: those of the games */
    size_t setup_count;
    struct belief_options options;
    const struct setup_statistics *statistics;
    int rounds;
    int jobs;                       /* for what does not depend on their number */
    uint64_t seed;
    const atomic_bool *stop;        /* may be NULL */
    void (*report)(void *context, const char *text);  /* what is being done */
    void *context;
};

/* Fills a model that is all zero but for its source and date, and De Boer's constants in `deboer` by the way.
 * The same for any number of jobs. STATUS_BAD where the games start from no
 * setups, STATUS_NO where it was stopped. */
enum status guess_learn(const struct guess_learn_terms *terms, struct belief_model *model,
                        struct belief_options *deboer, struct error *error);

#endif
