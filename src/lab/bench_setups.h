/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The setup generators held against De Boer's table 4.3 and against people's setups. */
#ifndef VEDETTE_LAB_BENCH_SETUPS_H
#define VEDETTE_LAB_BENCH_SETUPS_H

#include "lab/measure_apart.h"
#include "setup/creator.h"

#include <stdatomic.h>

enum { TABLE_METHODS = 6, BENCH_GENERATORS = 3, RATIO_RANKS = 7 };

/* A row of De Boer's table 4.3 (2007), with what the paper prints. */
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
    const struct setup_options *options; /* with its army and a model; generator and best_of are our own */
    uint64_t table_setups;               /* for each method of the table; the paper: 200 */
    uint64_t sample;                     /* for each generator's sample: a multiple of 100 */
    uint64_t large;                      /* for a second sample of the faithful generator alone */
    const struct setup *people;          /* whose setups draws are to be told from; NULL: none are */
    size_t people_count;
    const struct setup *own;             /* and other people's, told from them likewise; may be NULL */
    size_t own_count;
    uint64_t learn;                      /* trees learn from so many of each kind; half as many are told */
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
    double back_row, bombed;             /* shares of flags, best of 1 */
    uint64_t best_setups;                /* a twentieth of the sample, best of 50 each */
    double best_back_row, best_bombed;
    double seconds;                      /* for one setup, best of 1 */
};

/* One generator's sample against people's setups: the worst place and rank, and the "next to"
 * ratios of the pairs of table 4.1. */
struct two_sample {
    double worst_cell;
    int cell_rank, cell_place;
    double ratio[RATIO_RANKS][RATIO_RANKS], human[RATIO_RANKS][RATIO_RANKS];
    double error[RATIO_RANKS][RATIO_RANKS]; /* standard error of ratio / human, by sample size */
    double worst_ratio;                  /* of |ratio / human - 1| over the pairs people play */
    int ratio_a, ratio_b;
    int beyond_tenth;                    /* pairs with more than 0.1 */
    int pairs;
};

/* What trees tell from people's setups. */
enum apart_kind {
    APART_CREATOR,     /* what the options make: generator and best_of as they are */
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
    struct apart_result apart[APART_KINDS];                  /* right 0: was not asked for */
};

/* Whether two ranks can stand next to each other in a variant's setups: there are pieces of both. */
bool bench_setups_has_pair(const struct variant *variant, int a, int b);

/* Whether there is table 4.3 of such setups: it is of the standard variant. */
bool bench_setups_has_table(const struct bench_setups_terms *terms);

/* How many setups of a kind trees are shown and asked about. */
size_t bench_setups_apart_count(const struct bench_setups_terms *terms);

/* STATUS_BAD where there are too few people's setups, STATUS_NO where it was stopped. Times are those of one
 * core; all else is the same for any jobs. */
enum status bench_setups_run(const struct bench_setups_terms *terms,
                             struct bench_setups_result *result, struct error *error);

#endif
