/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How fast the guesser is. */
#ifndef VEDETTE_LAB_BENCH_BELIEF_H
#define VEDETTE_LAB_BENCH_BELIEF_H

#include "belief/belief.h"

enum { BENCH_BELIEF_BINS_US = 10, BENCH_BELIEF_BINS = 2000 }; /* bins in a microsecond; in all */

struct bench_belief_result {
    uint64_t events, samples;             /* updates that ended in a normal form; samples drawn */
    double event_seconds, sample_seconds; /* of processor time, one core */
    double fact_seconds;                  /* of those events that changed a fact */
    uint64_t facts;                       /* how many these were */
    double sweeps;                        /* scalings in all */
    uint32_t spread[BENCH_BELIEF_BINS];   /* events by their time; the last bin has all that took longer */
};

/* Plays `games` random games of at most `plies` moves from setups that the statistics make likely, lets a
 * belief about each side follow, and draws `samples` of one of them at every twentieth ply, the time to make
 * the sampler included. */
void bench_belief_run(const struct belief_knowledge *knowledge, int games, int plies, int samples,
                      uint64_t seed, struct bench_belief_result *result);

/* What one form of a model costs: bytes of its file, and the least seconds of processor time of several tries
 * to make a model of them, the memory for it taken anew each time. Reading the file is not in it. */
struct bench_model_form {
    size_t bytes;
    double seconds;
};
struct bench_model_result {
    struct bench_model_form readable, packed;
};
void bench_belief_model(const struct belief_model *model, struct bench_model_result *result);

/* The seconds that this share of the updates kept within, to a tenth of a microsecond. */
double bench_belief_quantile(const struct bench_belief_result *result, double share);

#endif
