/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The belief about the hidden pieces by each kind of player, and the mixture of these beliefs:
 *
 *     p(rank) = sum over people, programs and anyone of share x p(rank if this kind plays),
 *
 * each scaled towards its normal form. If people play, the setup may be a known one or new (belief/recall.h).
 * If programs play, the network, which learnt people's setups, has a smaller weight, and the statistics of
 * setups with revealed neighbours (De Boer 2007, 6.3.1) have one too. If anyone else plays, only these
 * statistics count for the setup, and the moves count by a mean of the other two models. */
#ifndef VEDETTE_BELIEF_MIXTURE_H
#define VEDETTE_BELIEF_MIXTURE_H

#include "belief/belief.h"

/* Initialises the mixture; the weights of belief/deboer.h must be filled. */
void mixture_start(struct belief *belief);

/* Marks rows (bit r for row r) as changed, after their evidence, their habits or the network's output for
 * them have changed. */
void mixture_change(struct belief *belief, uint64_t rows);

/* Recomputes log_weight of rows (bit r for row r) after the statistics' weights (deboer_weights) have
 * changed. */
void mixture_take_weights(struct belief *belief, uint64_t rows);

/* Recomputes setup_p after the network's output or the facts have changed. */
void mixture_weigh_setup(struct belief *belief);

/* Recomputes `mixed`. `facts`: the network's output or the facts have changed; if not, programs or anyone
 * with a share below 0.1 are not recomputed, to save time. */
void mixture_weigh(struct belief *belief, bool facts);

/* Computes one expert's probabilities of a hidden row, as of the last mixture_weigh. */
void mixture_row(const struct belief *belief, enum player_kind player, int row, float p[RANKS]);

/* Computes the logarithms of the factors that a hidden piece's behaviour gives its ranks if people play: -8
 * .. 0, the largest 0. */
void mixture_behaviour(const struct belief *belief, int row, float logs[RANKS]);

/* Scales the hidden rows of `from` towards their normal form, into `rows`, which may be the same array.
 * `scale`: the columns' factors, start values and results. Rows that are zero stay zero. */
void mixture_scale(const struct belief *belief, const float (*from)[RANKS], float (*rows)[RANKS],
                   float scale[RANKS]);

/* Converts a row of logarithms to weights: the largest that the mask allows becomes 1, forbidden ones 0. */
void mixture_raise(float row[RANKS], uint16_t mask);

#endif
