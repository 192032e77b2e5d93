/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Bayesian guesser. The log posterior of a piece's rank, up to a constant, is
 *
 *     log prior: the network's output, computed from the known part of the setup (setup/network.h)
 *   + log likelihood of the moves the piece made and did not make (belief/move_model.h),
 *
 * each with a weight of its own. Both were learnt from people's games and from programs' games, and are mixed
 * by the posterior probability that a person or a program plays the side. The normal form turns all pieces'
 * weights into probabilities that keep the counts of ranks. */
#ifndef VEDETTE_BELIEF_BAYES_H
#define VEDETTE_BELIEF_BAYES_H

#include "belief/belief.h"

/* These functions belong to the kind "bayes". struct belief_kind describes when each is called. */
void bayes_start(struct belief *belief);
/* Before an event is applied: collects the evidence of a move of the side. */
void bayes_watch(struct belief *belief, const struct event *event);
void bayes_learn(struct belief *belief, const struct event *event, const uint8_t *reveals);
void bayes_weigh(struct belief *belief);

#endif
