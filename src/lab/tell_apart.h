/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How well two kinds of setups can be told apart: boosted trees learn it from some of each kind and are asked
 * about others. 0.5: not at all, so that setups of the one kind look like those of the other. What they see
 * of a setup is in setup/features.h. */
#ifndef VEDETTE_LAB_TELL_APART_H
#define VEDETTE_LAB_TELL_APART_H

#include "lab/stats.h"
#include "setup/boosted_trees.h"
#include "setup/place.h"

/* Two kinds of setups, `count` of each: the first `learn` are learnt from, all others asked about. `learn` is
 * in 1 .. count - 1 and at most half of BOOSTED_ROWS_MOST. */
struct tell_sides {
    const struct setup *kind[2];
    size_t count, learn;
};

/* The share of those asked about that is told rightly, and its 95 % interval. */
struct told_rightly {
    double right;
    struct interval range;
};

void tell_apart(const struct tell_sides *sides, const struct boosted_terms *terms, struct told_rightly *told);

#endif
