/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares the setup generators with De Boer's table 4.3 and with people's setups. */
#ifndef VEDETTE_LAB_BENCH_SETUPS_H
#define VEDETTE_LAB_BENCH_SETUPS_H

#include "lab/measure_apart.h"
#include "setup/creator.h"

#include <stdatomic.h>

enum { TABLE_METHODS = 6, BENCH_GENERATORS = 3, RATIO_RANKS = 7 };

/* A row of De Boer's table 4.3 (2007) with the paper's figures: scores of the worst, average and best
 * setup, time. */
struct table_method {
    const char *name;
    enum setup_generator generator;
    int best_of;
    int worst, average, best, milliseconds;
};
extern const struct table_method table_methods[TABLE_METHODS];

/* The ranks of De Boer's table 4.1, in its order. */
extern const uint8_t ratio_ranks[RATIO_RANKS];

struct bench_setups_terms {
    const struct setup_statistics *statistics; /* of the variant that is measured */
    const struct setup_options *options; /* with army and model; the bench sets generator and best_of */
    uint64_t table_setups;               /* setups for each method of the table; the paper: 200 */
    uint64_t sample;                     /* setups in each generator's sample: at least 20 */
    uint64_t large;                      /* setups in a second sample of the faithful generator */
    const struct setup *people;          /* people's setups, to separate draws from them; NULL: not done */
    size_t people_count;
    const struct setup *own;             /* other people's setups, separated in the same way; may be NULL */
    size_t own_count;
    uint64_t learn;                      /* setups of each kind to learn from; half as many for the test */
    uint64_t seed;
    int jobs;
    const atomic_bool *stop;             /* may be NULL */
    void (*report)(void *context, const char *what); /* may be NULL */
    void *context;
};

struct table_result {
    double worst, average, best;
    double seconds;     /* of processor time, for one setup */
};

/* A sample of one generator. */
struct sample_result {
    uint64_t setups, legal, distinct;
    double back_row, bombed;             /* shares of flags on the back row; bombed in; single draws */
    uint64_t best_setups;                /* a twentieth of `setups`, each the best of 50 */
    double best_back_row, best_bombed;
    double seconds;                      /* processor time of one setup, a single draw */
};

/* The comparison of one generator's sample with people's setups: the rank and place whose shares differ
 * most, and the "next to" ratios of the pairs of table 4.1. */
struct two_sample {
    double worst_cell;
    int cell_rank, cell_place;
    double ratio[RATIO_RANKS][RATIO_RANKS], human[RATIO_RANKS][RATIO_RANKS];
    double error[RATIO_RANKS][RATIO_RANKS]; /* standard error of ratio / human, by sample size */
    double worst_ratio;                  /* max of |ratio / human - 1| over the pairs */
    int ratio_a, ratio_b;
    int beyond_tenth;                    /* number of pairs where that is above 0.1 */
    int pairs;                           /* number of pairs that the variant has (bench_setups_has_pair) */
};

/* The kinds of setups that trees separate from people's. */
enum apart_kind {
    APART_CREATOR,     /* made by the options: generator and best_of as they are */
    APART_SEMI_RANDOM, /* single draws */
    APART_FAITHFUL,
    APART_OWN,         /* other people's */
    APART_KINDS
};

struct bench_setups_result {
    struct table_result table[TABLE_METHODS];
    struct sample_result sample[BENCH_GENERATORS]; /* by enum setup_generator */
    struct two_sample against[BENCH_GENERATORS];
    struct two_sample large;                       /* the faithful generator's large sample */
    struct apart_result apart[APART_KINDS];                  /* right 0: not measured */
};

/* Returns whether two ranks can stand next to each other in a variant's setups: there are pieces of both. */
bool bench_setups_has_pair(const struct variant *variant, int a, int b);

/* Returns whether table 4.3 can be compared: only for the standard variant. */
bool bench_setups_has_table(const struct bench_setups_terms *terms);

/* Returns the number of setups of each kind that the separation needs: for learning and for the test. */
size_t bench_setups_apart_count(const struct bench_setups_terms *terms);

/* Makes all measurements. STATUS_BAD if there are too few setups of people, STATUS_NO if it was stopped.
 * Times are those of one core; the rest of the result does not depend on the number of jobs. */
enum status bench_setups_run(const struct bench_setups_terms *terms,
                             struct bench_setups_result *result, struct error *error);

#endif
