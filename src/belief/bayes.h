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

/* The functions of the kind "bayes"; struct belief_kind describes when each is called. */
void bayes_start(struct belief *belief);
void bayes_watch(struct belief *belief, const struct event *event);
void bayes_learn(struct belief *belief, const struct event *event, const uint8_t *reveals);
void bayes_weigh(struct belief *belief);

/* Computes the inputs of the calibration curves for a hidden piece's row. The model must have a
 * calibration. */
void bayes_signs(const struct belief *belief, int row, float sign[CALIBRATION_SIGNS]);

/* Computes the logarithms of the factors that a hidden piece's behaviour has in its ranks' weights, if
 * people play. They are scaled by 1 - the part that known setups contribute to the row. */
void bayes_behaviour(const struct belief *belief, int row, float logs[RANKS]);
/* Returns the weight of the calibration curves, 0 .. 1: option x probability that people play. */
float bayes_calibration_part(const struct belief *belief);
/* Returns the weight, 0 .. 1, of the learnt logarithms for a step up by this kind of player. */
float bayes_step_part(const struct belief *belief, enum player_kind player);

#endif
