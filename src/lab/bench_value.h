/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How good the value is (value/value.h): on moments of games that it did not learn from, beside what the bare
 * state of the game (worth/worth.h) tells. */
#ifndef VEDETTE_LAB_BENCH_VALUE_H
#define VEDETTE_LAB_BENCH_VALUE_H

#include "lab/stats.h"
#include "lab/value_samples.h"

enum { VALUE_BINS = 10, VALUE_PHASES = 5, VALUE_FOLDS_MAX = 100 };

/* The phases: up to these many moves played, the last one without an end. */
extern const uint32_t value_phases[VALUE_PHASES];

/* What the games of one part are measured with. */
struct value_fold {
    double value[VALUE_TERMS], state[VALUE_TERMS]; /* weights of each term */
};

/* Losses are in bits a moment; games are the independent units. */
struct value_losses {
    struct ratio value, state;
    struct ratio gain;             /* the state's less the value's */
};


struct value_result {
    size_t games, moments;
    struct value_losses all, phase[VALUE_PHASES];
    struct ratio predicted[VALUE_BINS], found[VALUE_BINS]; /* the mean probability, and the mean result */
    struct ratio gap[VALUE_BINS];  /* found less said */
    double calibration;            /* calibration_gap of these, 0 .. 1 */
};

/* Measures all moments: those of game i with fold number i % fold_count. */
void value_bench(const struct value_samples *samples, const struct value_fold *folds, int fold_count,
                 struct value_result *result);

#endif
