/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How well two kinds of setups can be told apart: boosted trees learn it from some of each kind and are asked
 * about others. 0.5: not at all, so that setups of the one kind look like those of the other. */
#ifndef VEDETTE_LAB_TELL_APART_H
#define VEDETTE_LAB_TELL_APART_H

#include "lab/boosted_trees.h"
#include "setup/place.h"

enum { TELL_FEATURES = 413 };

/* What the trees see of a setup: the rank on each place; where flag, spy, general and marshal stand, and how
 * far from each other; how many of each rank in each row, on the left, and before each of the three lanes;
 * how many pairs of ranks stand next to and behind each other; how far each rank is from the flag; how alike
 * the halves are; strength and bombs by half, row and file. */
void tell_features(const struct setup *setup, uint8_t features[TELL_FEATURES]);

/* Two kinds of setups, `count` of each: the first `learn` are learnt from, all others asked about. `learn` is
 * in 1 .. count - 1 and at most half of BOOSTED_ROWS_MOST. */
struct tell_sides {
    const struct setup *kind[2];
    size_t count, learn;
};

/* The share of those asked about that is told rightly, and half the width of its 95 % interval. */
struct told_rightly {
    double right, within;
};

void tell_apart(const struct tell_sides *sides, const struct boosted_terms *terms, struct told_rightly *told);

#endif
