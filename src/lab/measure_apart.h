/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How well two kinds of setups can be told apart: boosted trees learn it from some of each kind and are asked
 * about others. 0.5: not at all, so that setups of the one kind look like those of the other. What they see
 * of a setup is in setup/features.h. */
#ifndef VEDETTE_LAB_MEASURE_APART_H
#define VEDETTE_LAB_MEASURE_APART_H

#include "lab/stats.h"
#include "setup/boosted_trees.h"
#include "setup/place.h"

/* Two kinds of setups, `count` of each: the first `learn` are learnt from, all others asked about. `learn` is
 * in 1 .. count - 1 and at most half of BOOSTED_ROWS_MAX. */
struct apart_sides {
    const struct setup *kind[2];
    size_t count, learn;
};

/* The share of those asked about that is told rightly, and its 95 % interval. */
struct apart_result {
    double right;
    struct interval range;
};

void measure_apart(const struct apart_sides *sides, const struct boosted_terms *terms,
                   struct apart_result *apart);

#endif
