/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A setup as numbers, the input of boosted trees (setup/boosted_trees.h). */
#ifndef VEDETTE_SETUP_FEATURES_H
#define VEDETTE_SETUP_FEATURES_H

#include "setup/place.h"

enum { SETUP_FEATURES = 413 };

/* Writes the features of a setup, each 0 .. 255: the rank on each place (or empty); the places of flag,
 * spy, general and marshal and the distances between them; the distance of each rank from the flag; the
 * number of pieces of each rank in each row, in the left half and before each of the three lanes; the
 * number of pairs of ranks side by side and behind each other; the symmetry of the halves; strength and
 * bombs by half, row and file. */
void setup_write_features(const struct setup *setup, uint8_t features[SETUP_FEATURES]);

#endif
