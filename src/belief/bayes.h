/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Bayesian guesser. The log posterior of a piece's rank, up to a constant, is
 *
 *     log prior: what the network makes of all that is known of the setup (belief/network.h)
 *   + log likelihood of the moves the piece made and did not make (belief/move_model.h),
 *
 * each with a weight of its own. Both were learnt from people's games and from programs' games, and are mixed
 * by the posterior probability that a person or a program plays the side. The normal form turns all pieces'
 * weights into probabilities that keep the counts of ranks. */
#ifndef VEDETTE_BELIEF_BAYES_H
#define VEDETTE_BELIEF_BAYES_H

#include "belief/belief.h"

void bayes_start(struct belief *belief);
void bayes_watch(struct belief *belief, const struct event *event);
void bayes_learn(struct belief *belief, const struct event *event, const uint8_t *reveals);
void bayes_weigh(struct belief *belief);

/* The signs by which a hidden piece's row is calibrated, of a belief that has a calibration. */
void bayes_signs(const struct belief *belief, int row, float sign[CALIBRATION_SIGNS]);

/* And what else it goes by: the logarithms of what its behaviour makes of its ranks, as far as known setups
 * do not speak for it; how much the curves count, and the weights of a step up by people and by programs. */
void bayes_behaviour(const struct belief *belief, int row, float logs[RANKS]);
float bayes_calibration_part(const struct belief *belief);
float bayes_step_part(const struct belief *belief, enum player_kind player);

#endif
