/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second guesser: Bayesian inference. The logarithm of a piece's weight for a rank is
 *
 *     what the joint setup model makes of all that is known of the setup
 *   + the learnt log likelihood of everything the piece was seen to do and to leave undone,
 *
 * each with a weight of its own, by what was learnt of people and of programs, as far as each is likely
 * to play the side; the normal form turns all pieces' weights into probabilities that keep the counts. */
#ifndef VEDETTE_BELIEF_BAYES_H
#define VEDETTE_BELIEF_BAYES_H

#include "belief/belief.h"

void bayes_start(struct belief *belief);
void bayes_watch(struct belief *belief, const struct event *event);
void bayes_learn(struct belief *belief, const struct event *event, const uint8_t *reveals);
void bayes_weigh(struct belief *belief);

#endif
