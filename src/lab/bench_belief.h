/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How fast the guesser is. */
#ifndef VEDETTE_LAB_BENCH_BELIEF_H
#define VEDETTE_LAB_BENCH_BELIEF_H

#include "belief/belief.h"

struct bench_belief_result {
    uint64_t events, samples;
    double event_seconds, sample_seconds; /* of processor time, one core */
    double worst_update;                  /* mean seconds of those events that changed a fact */
    uint64_t updates;                     /* how many these were */
    double sweeps;                        /* scalings for each normal form, on average */
};

/* Plays `games` random games of at most `plies` moves from setups that the statistics make likely, lets a
 * belief about each side follow, and draws `samples` from each at every twentieth ply. */
void bench_belief_run(const struct belief_knowledge *knowledge, int games, int plies, int samples,
                      uint64_t seed, struct bench_belief_result *result);

#endif
