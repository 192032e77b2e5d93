/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures how well two kinds of setups can be distinguished: boosted trees learn it from some setups of each
 * kind and classify others. A share of 0.5 means that the kinds cannot be distinguished. Their inputs are the
 * features of setup/features.h. */
#ifndef VEDETTE_LAB_MEASURE_APART_H
#define VEDETTE_LAB_MEASURE_APART_H

#include "lab/stats.h"
#include "setup/boosted_trees.h"
#include "setup/place.h"

/* Two kinds of setups, `count` of each. The first `learn` are for learning, the others for the test. `learn`
 * is in 1 .. count - 1 and at most half of BOOSTED_ROWS_MAX. */
struct apart_sides {
    const struct setup *kind[2];
    size_t count, learn;
};

/* The share of correctly classified test setups, and its 95 % interval. */
struct apart_result {
    double right;
    struct interval range;
};

/* Learns boosted trees from the first setups of both kinds and classifies the others by them. */
void measure_apart(const struct apart_sides *sides, const struct boosted_terms *terms,
                   struct apart_result *apart);

#endif
