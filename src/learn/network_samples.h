/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The training samples of the network of setups: setups, and masks that say what an observer had seen. */
#ifndef VEDETTE_LEARN_NETWORK_SAMPLES_H
#define VEDETTE_LEARN_NETWORK_SAMPLES_H

#include "base/rng.h"
#include "lab/dataset.h"
#include "setup/network.h"

/* A side of a game: its setup, and the masks that show what had been seen of it at several moments. */
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
    /* Cumulative weights: element i is the sum of the weights of the items before item i; the last element is
     * the total. A setup together with its copies and mirror images has the weight 1, however often they were
     * played; a side has that weight for each of its masks. */
    double *setups_before, *sides_before;
};

/* Makes samples from setups and from games. Adds a game's masks always, and its setups unless the pair is
 * among the given setups. Leaves out pairs of setups that were played in the games `without`: from games with
 * such a pair only the masks are used. Sides that did not start from forty places are left out. */
void network_samples_make(struct network_samples *samples, const struct dataset *games,
                          const struct setup *setups, size_t setup_count, const struct dataset *without);
void network_samples_free(struct network_samples *samples);

/* Draws a sample. With the probability `played` it is a side of a game with one of its own masks; otherwise
 * it is a setup with a random mask of any game. There must be at least one setup and one mask; without sides
 * the sample is always of the second kind. */
void network_samples_draw(const struct network_samples *samples, double played, struct rng *rng,
                          const struct setup **setup, struct setup_mask *mask);

#endif
