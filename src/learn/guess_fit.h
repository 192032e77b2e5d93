/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weights and constants of guessers, picked by the log-loss of games that what they weigh did not learn
 * from. */
#ifndef VEDETTE_LEARN_GUESS_FIT_H
#define VEDETTE_LEARN_GUESS_FIT_H

#include "belief/belief.h"
#include "learn/fold_samples.h"

#include <stdatomic.h>

enum { FIT_GAMES_MAX = 120 }; /* so many of each kind of player are tried on, spread over all */

struct guess_fit_terms {
    const struct fold_samples *samples;
    struct belief_options options;
    const struct setup_statistics *statistics;
    int jobs;
    const atomic_bool *stop;        /* may be NULL */
};

/* Picks the weights, beginning from what they are: those of a kind of player on its games, `evidence` on
 * both. Where there are no games of a kind, its weights stay. Each game is guessed with its own sample's
 * model. Stops early, with no use for the result, once `stop` is set. */
void guess_fit(const struct guess_fit_terms *terms, struct belief_weights *weights);

/* Picks De Boer's constants (missed, happiness, decay, line) in `options`, on people's games. */
void guess_fit_deboer(const struct guess_fit_terms *terms, struct belief_options *options);

#endif
