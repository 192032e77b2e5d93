/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Learning the network of setups (setup/network.h) from people's setups with parts covered up. */
#ifndef VEDETTE_LEARN_NETWORK_LEARN_H
#define VEDETTE_LEARN_NETWORK_LEARN_H

#include "base/rng.h"
#include "setup/network.h"

#include <stdbool.h>
#include <stddef.h>

/* How learning goes (Adam, Kingma & Ba 2015). */
struct network_training {
    int epochs, batch;
    double rate;          /* falls to nothing along a half cosine */
    double decay;         /* of the weights, in parts of the rate for each step */
    /* Called after each epoch with the mean loss in nats; false ends the course. May be NULL. */
    bool (*report)(void *context, int epoch, double loss);
    void *context;
};

/* Learns from setups, each under a mask drawn at random from `masks`; the order is drawn from `rng`. */
void network_learn(struct network *network, const struct setup *setups, size_t setup_count,
                   const struct setup_mask *masks, size_t mask_count,
                   const struct network_training *training, struct rng *rng);

#endif
