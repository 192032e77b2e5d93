/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The critic: boosted trees that learn to tell people's setups from the model's own draws, and what they find
 * is made part of the model.
 *
 * With as many of each kind, the trees' answer is the logarithm of how much oftener people play a setup than
 * it is drawn (Goodfellow et al. 2014, 4.1). Added to the family's log-probability it makes those draws
 * likelier that the trees took for people's. (A second round, learnt from draws that the first had changed,
 * did not help.) */
#ifndef VEDETTE_SETUP_CRITIC_H
#define VEDETTE_SETUP_CRITIC_H

#include "setup/model.h"

#include <stdatomic.h>

enum { CRITIC_TREES = 200, CRITIC_TREES_MAX = 4096 };

struct critic_terms {
    int trees;    /* 1 or more */
    int sweeps;   /* of a draw to learn from */
    uint64_t seed;
    int jobs;
    const atomic_bool *stop; /* may be NULL */
};

/* Learns from `count` (1 or more) setups of people that are no known ones, or as many of them, drawn at
 * random, as trees can learn from. The family's log_partition follows. The same for any jobs. False, with
 * the model as it was, where `stop` became true. */
bool critic_learn(struct setup_model *model, const struct setup *setups, size_t count,
                  const struct critic_terms *terms);

#endif
