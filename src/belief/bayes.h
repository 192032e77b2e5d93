/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second guesser: Bayesian inference. A piece's evidence for a rank is
 *
 *     log share of the rank on its place of the setup
 *   + what the joint setup model makes of all that is known or believed of the other places
 *   + the learnt log likelihood of everything the piece was seen to do and to leave undone,
 *
 * and the normal form turns all pieces' evidence into probabilities that keep the counts. */
#ifndef VEDETTE_BELIEF_BAYES_H
#define VEDETTE_BELIEF_BAYES_H

#include "belief/belief.h"

void bayes_start(struct belief *belief);
void bayes_watch(struct belief *belief, const struct event *event);
void bayes_learn(struct belief *belief, const struct event *event, const uint8_t *reveals);
void bayes_weigh(struct belief *belief);

#endif
