/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of learning on a small game, one for each seed, with the exact NashConv at several points. */
#ifndef VEDETTE_LEARN_SMALL_RUNS_H
#define VEDETTE_LEARN_SMALL_RUNS_H

#include "learn/small_learn.h"

#include <stdatomic.h>

enum { SMALL_RUN_POINTS = 8 };

struct small_run {
    double nash_conv[SMALL_RUN_POINTS]; /* of the last iterate after each eighth of the steps */
    double seconds;                     /* of processor time */
    uint64_t games;                     /* played by then */
};

/* Runs seeds 1 .. count, each on one thread, `jobs` at a time. Fills runs[0 .. count - 1]; only the seconds
 * depend on the number of jobs. `stop` may be NULL; if it is set, runs end early and their figures mean
 * nothing. */
void small_runs_play(const struct game_tree *tree, const struct small_options *options, size_t count,
                     int jobs, const atomic_bool *stop, struct small_run *runs);

#endif
