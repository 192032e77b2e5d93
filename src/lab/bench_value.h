/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures the value (value/value.h) on positions of games that it did not learn from, compared with the
 * bare state of the game (worth/worth.h). */
#ifndef VEDETTE_LAB_BENCH_VALUE_H
#define VEDETTE_LAB_BENCH_VALUE_H

#include "lab/stats.h"
#include "lab/value_samples.h"

enum { VALUE_BINS = 10, VALUE_PHASES = 5, VALUE_FOLDS_MAX = 100 };

/* The phases of a game: phase i ends at this number of plies; the last one has no end. */
extern const uint32_t value_phases[VALUE_PHASES];

/* The weights that the games of one fold are measured with. */
struct value_fold {
    double value[VALUE_TERMS], state[VALUE_TERMS]; /* of each term: for predictions by all terms, and by the
                                                    * state of the game alone */
};

/* Losses in bits per sample. The games, not the samples, are the independent units. */
struct value_losses {
    struct ratio value, state;
    struct ratio gain;             /* loss by the state of the game alone minus that by all terms */
};

struct value_result {
    size_t games, moments;
    struct value_losses all, phase[VALUE_PHASES];
    struct ratio predicted[VALUE_BINS], found[VALUE_BINS]; /* mean probability and mean result */
    struct ratio gap[VALUE_BINS];  /* found minus predicted */
    struct ratio phase_gap[VALUE_PHASES][VALUE_BINS];
    struct ratio seats[VALUE_PHASES]; /* mean sum of both seats' probabilities: 1 without a bias */
    double calibration;            /* calibration_gap of `gap`, 0 .. 1 */
    double phase_calibration;      /* the largest calibration_gap of a phase; NAN if there is none */
};

/* Measures all samples. Those of game i are measured with fold i % fold_count. */
void value_bench(const struct value_samples *samples, const struct value_fold *folds, int fold_count,
                 struct value_result *result);

#endif
