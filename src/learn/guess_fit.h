/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fits weights and constants of guessers by their log-loss on games that the weighed models have not learnt
 * from. */
#ifndef VEDETTE_LEARN_GUESS_FIT_H
#define VEDETTE_LEARN_GUESS_FIT_H

#include "belief/belief.h"
#include "learn/fold_samples.h"

#include <stdatomic.h>

enum { FIT_GAMES_MAX = 120 }; /* max games of each kind of player for the loss; spread evenly over all */

struct guess_fit_terms {
    const struct fold_samples *samples;
    struct belief_options options;
    const struct setup_statistics *statistics;
    int jobs;
    const atomic_bool *stop;        /* may be NULL */
};

/* Fits the weights, starting from their present values. Fits those of each kind of player on its games, and
 * `evidence` on the games of both kinds. Weights of a kind without games do not change. Each game is guessed
 * with its own sample's model. If `stop` is set, stops early; the result is then useless. */
void guess_fit(const struct guess_fit_terms *terms, struct belief_weights *weights);

/* Fits De Boer's constants (missed, happiness, decay, line) in `options`, on people's games. */
void guess_fit_deboer(const struct guess_fit_terms *terms, struct belief_options *options);

#endif
