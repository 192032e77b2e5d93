/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the network of setups learns from: setups, and what was seen of them. */
#ifndef VEDETTE_LEARN_NETWORK_SAMPLES_H
#define VEDETTE_LEARN_NETWORK_SAMPLES_H

#include "base/rng.h"
#include "lab/dataset.h"
#include "setup/network.h"

/* A side of a game: its setup, and which masks tell what had been seen of it now and then. */
struct sample_side {
    struct setup setup;
    size_t mask, masks; /* the first one, and how many */
};

struct network_samples {
    struct setup *setups;
    size_t setup_count;
    struct setup_mask *masks;
    size_t mask_count;
    struct sample_side *sides;  /* of the games */
    size_t side_count;
    /* Sums of the weights of the items before each one, and of all at the end: a setup and its mirror image
     * weigh the same in all however often they were played, a side as much for each of its masks. */
    double *setups_before, *sides_before;
};

/* From setups, and from games: their setups, where the pair does not stand among the given ones, and what was
 * seen of them. Pairs of setups that were played in the games `without` are left out: of games that have such
 * a pair only what was seen when counts, not of what. Sides that did not start from forty places are left
 * out. */
void network_samples_make(struct network_samples *samples, const struct dataset *games,
                          const struct setup *setups, size_t setup_count, const struct dataset *without);
void network_samples_free(struct network_samples *samples);

/* Sets `setup` and `mask` to what is learnt next: with the probability `played` a side of a game with one of
 * its own masks, else a setup with a mask that was seen of any. There must be a setup and a mask; without
 * sides it is always the second. */
void network_samples_draw(const struct network_samples *samples, double played, struct rng *rng,
                          const struct setup **setup, struct setup_mask *mask);

#endif
