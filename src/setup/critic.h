/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The critic: boosted trees that learn to distinguish people's setups from the model's own draws. Their
 * output becomes part of the model.
 *
 * Trained on equal numbers of both kinds, the trees' output is the logarithm of (how often people play a
 * setup) / (how often the model draws it) (Goodfellow et al. 2014, 4.1). Added to the family's
 * log-probability it corrects the model. (A second round, trained on corrected draws, did not help.) */
#ifndef VEDETTE_SETUP_CRITIC_H
#define VEDETTE_SETUP_CRITIC_H

#include "setup/model.h"

#include <stdatomic.h>

enum { CRITIC_TREES = 200, CRITIC_TREES_MAX = 4096 };

/* The parameters of the training. */
struct critic_terms {
    int trees;    /* 1 or more */
    int sweeps;   /* of each draw (setup_model_draw) */
    uint64_t seed;
    int jobs;
    const atomic_bool *stop; /* may be NULL */
};

/* Trains the critic on people's setups, 1 or more, without the known ones. Trains it on a random selection if
 * there are too many for the trees. Corrects log_partition. The result does not depend on `jobs`. False, with
 * the model unchanged, if `stop` became true. */
bool critic_learn(struct setup_model *model, const struct setup *setups, size_t count,
                  const struct critic_terms *terms);

#endif
