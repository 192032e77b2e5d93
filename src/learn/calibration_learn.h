/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fits how sure the guesser "bayes" may be (belief/calibration.h), so that its probabilities for new setups
 * are right: a rank with the probability p is the true one in the share p of the cases. */
#ifndef VEDETTE_LEARN_CALIBRATION_LEARN_H
#define VEDETTE_LEARN_CALIBRATION_LEARN_H

#include "learn/calibration_samples.h"

#include <stdatomic.h>

enum { CALIBRATION_GAMES_MIN = 200 };
/* Fits `calibration` to all samples outside the fold `without` (-1: to all). With fewer than
 * CALIBRATION_GAMES_MIN new games it becomes all zero, which changes no belief. */
void calibration_fit(struct calibration *calibration, const struct calibration_samples *samples, int without,
                     const atomic_bool *stop);

#endif
