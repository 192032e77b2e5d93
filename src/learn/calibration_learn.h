/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Learning how sure the guesser "bayes" may be (belief/calibration.h), so that what it says of setups that
 * nobody used before is right as often as it says. */
#ifndef VEDETTE_LEARN_CALIBRATION_LEARN_H
#define VEDETTE_LEARN_CALIBRATION_LEARN_H

#include "learn/calibration_samples.h"

#include <stdatomic.h>

/* Fills `calibration` from all samples but those of the fold `without` (-1: none is left out). Where these
 * are of fewer than CALIBRATION_GAMES_MIN new games it is emptied. */
enum { CALIBRATION_GAMES_MIN = 200 };
void calibration_fit(struct calibration *calibration, const struct calibration_samples *samples, int without,
                     const atomic_bool *stop);

#endif
