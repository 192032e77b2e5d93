/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Learning the network of setups (setup/network.h) from people's setups with parts covered up, by the passes
 * and the optimiser of src/net. */
#ifndef VEDETTE_LEARN_NETWORK_LEARN_H
#define VEDETTE_LEARN_NETWORK_LEARN_H

#include "base/rng.h"
#include "learn/network_samples.h"
#include "setup/network.h"

#include <stdbool.h>

/* How learning goes (Adam, Kingma & Ba 2015; dropout, Srivastava et al. 2014). */
struct network_training {
    int rounds;           /* each as many samples as there are setups */
    int batch;            /* samples a step; even, at most NETWORK_BATCH_MAX */
    double rate;          /* falls to nothing */
    double decay;         /* of the weights, in parts of the rate for each step */
    double dropout;       /* share of the hidden units that are left out of a sample, 0 .. 0.9 */
    double cover;         /* share of the seen places that are covered up too in half of the samples, at most
                           * 0.5 */
    double played;        /* share of the samples that are sides of games under their own masks */
    double trust;         /* share of what was learnt in the answer, 0 .. 1; the rest, how often
                           * each rank stands on each place: strangers' setups are less like those learnt
                           * from than these are like each other */
    int jobs;             /* threads; the result does not depend on them */
    /* Called after each round with the mean loss in nats; false ends the learning. May be NULL. */
    bool (*report)(void *context, int round, double loss);
    void *context;
};

enum {
    NETWORK_BATCH_MAX = 256,
    NETWORK_ROUNDS = 16   /* of network_training_default */
};

/* What `guess learn` goes by: chosen on games kept back (doc/belief.md). */
extern const struct network_training network_training_default;

/* Learns from samples drawn by `rng`. The loss of a sample is the one whose least point is right for how the
 * answer is used, in its normal form (belief/normal.h): the Fenchel-Young loss (Blondel, Martins & Niculae
 * 2020) of the most mixed table with the given sums, whose gradient is the table less the truth. */
void network_learn(struct net *network, const struct network_samples *samples,
                   const struct network_training *training, struct rng *rng);

#endif
