/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each kind of player makes of the hidden pieces, and the mixture of them:
 *
 *     p(rank) = the sum over people, programs and anyone of share x p(rank if such a one plays),
 *
 * each near its normal form by itself. To people the setup may be a known one or new (belief/recall.h); to
 * programs the network, which knows people's setups, counts for less, beside the statistics of setups with
 * revealed neighbours (De Boer 2007, 6.3.1); to anyone these statistics alone are the setup, and how both
 * others move counts in part. */
#ifndef VEDETTE_BELIEF_MIXTURE_H
#define VEDETTE_BELIEF_MIXTURE_H

#include "belief/belief.h"

void mixture_start(struct belief *belief);

/* After evidence of rows (bit r for row r), their habits or the network's answer for them have changed. */
void mixture_change(struct belief *belief, uint64_t rows);

/* After the statistics' weights (belief->weight) of rows (bit r for row r) have changed. */
void mixture_take_weights(struct belief *belief, uint64_t rows);

/* After the network's answer or the facts have changed. */
void mixture_weigh_setup(struct belief *belief);

/* Works `mixed` out anew. `facts`: the network's answer or the facts have changed; without that, programs or
 * anyone with a small share may be left as they were. */
void mixture_weigh(struct belief *belief, bool facts);

/* What one expert makes of a hidden row: probabilities, as of the last mixture_weigh. */
void mixture_row(const struct belief *belief, enum player_kind player, int row, float p[RANKS]);

/* By how much a hidden piece's behaviour makes each of its ranks likelier if people play: logarithms, 0 at
 * most and -8 at least. */
void mixture_behaviour(const struct belief *belief, int row, float logs[RANKS]);

/* Brings the hidden rows of `from` near their normal form, into `rows`, which may be the same. `scale` is
 * where the columns' factors start and end. Rows that are zero stay so. */
void mixture_scale(const struct belief *belief, const float (*from)[RANKS], float (*rows)[RANKS],
                   float scale[RANKS]);

/* Turns a row of logarithms into weights: the largest of those that the mask allows is one, the others are
 * zero. */
void mixture_raise(float row[RANKS], uint16_t mask);

#endif
