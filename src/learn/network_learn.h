/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trains the network of setups (setup/network.h) on people's setups with hidden parts, with the passes and
 * the optimiser of src/net. */
#ifndef VEDETTE_LEARN_NETWORK_LEARN_H
#define VEDETTE_LEARN_NETWORK_LEARN_H

#include "base/rng.h"
#include "learn/network_samples.h"
#include "setup/network.h"

#include <stdbool.h>

/* How learning goes (Adam, Kingma & Ba 2015; dropout, Srivastava et al. 2014). */
struct network_training {
    int rounds;           /* a round has about as many samples as there are setups */
    int batch;            /* samples in a step; even, at most NETWORK_BATCH_MAX */
    double rate;          /* of the first step; falls to 0 */
    double decay;         /* a step multiplies the weights by 1 - rate x decay */
    double dropout;       /* probability that a hidden unit is dropped from a sample, 0 .. 0.9 */
    double cover;         /* in half of the samples, mean share of the visible places that are hidden too,
                           * 0 .. 0.5 */
    double played;        /* share of the samples that are sides of games with masks of the same game */
    double trust;         /* share of what was learnt in the network's answer, 0 .. 1; the rest is how often
                           * each rank stands on each place. Setups of new players differ more from the
                           * training setups than these differ from each other. */
    int jobs;             /* threads; the result does not depend on them */
    /* Called after each round with the mean loss in nats; false ends the learning. May be NULL. */
    bool (*report)(void *context, int round, double loss);
    void *context;
};

enum {
    NETWORK_BATCH_MAX = 256,
    NETWORK_ROUNDS = 16   /* of network_training_default */
};

/* The options of `guess learn`, chosen on games that were not learnt from (doc/belief.md). */
extern const struct network_training network_training_default;

/* Trains the network on samples drawn by `rng`. The loss is minimal when the answer, brought to its normal
 * form (belief/normal.h), is right. It is the Fenchel-Young loss (Blondel, Martins & Niculae 2020) of the
 * table of maximum entropy with the given sums; its gradient is that table minus the truth. */
void network_learn(struct net *network, const struct network_samples *samples,
                   const struct network_training *training, struct rng *rng);

#endif
