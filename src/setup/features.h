/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A setup in numbers, as trees look at it (setup/boosted_trees.h). */
#ifndef VEDETTE_SETUP_FEATURES_H
#define VEDETTE_SETUP_FEATURES_H

#include "setup/place.h"

enum { SETUP_FEATURES = 413 };

/* What a critic would look at: the rank on each place, or that it is empty; where flag, spy, general and
 * marshal stand, and how far from each other; how many of each rank in each row, on the left, and before each
 * of the three lanes;
 * how many pairs of ranks stand next to and behind each other; how far each rank is from the flag; how alike
 * the halves are; strength and bombs by half, row and file. */
void setup_features(const struct setup *setup, uint8_t features[SETUP_FEATURES]);

#endif
