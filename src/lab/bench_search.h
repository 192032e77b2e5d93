/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures the search on fixed positions: nodes, speed, and a signature that changes when the search finds
 * something else. */
#ifndef VEDETTE_LAB_BENCH_SEARCH_H
#define VEDETTE_LAB_BENCH_SEARCH_H

#include "lab/arts_positions.h"
#include "search/search.h"

struct bench_search_terms {
    const struct arts_positions *positions;
    size_t each;             /* number of positions to use of each phase: the first ones */
    const struct search_options *options;
    int depth;
    int jobs;                /* number of positions searched at the same time */
    int threads;             /* number of threads for each; with more than one, times are clock times */
    const atomic_bool *stop; /* may be NULL */
};

/* The result for one position. */
struct bench_search_row {
    uint64_t nodes, path;    /* as in struct search_result */
    double seconds;          /* processor time; clock time with more than one thread */
    double value;
    struct move best;
};

struct bench_search_result {
    struct bench_search_row *rows; /* one for each position; owned */
    size_t count;
    uint64_t nodes, path;    /* sums over the rows */
    double seconds;
    uint64_t signature;      /* of nodes, values and moves */
};

/* Searches every position to the depth. STATUS_NO if it was stopped. bench_search_free must follow, also
 * after an error. */
enum status bench_search_run(const struct bench_search_terms *terms, struct bench_search_result *result,
                             struct error *error);
void bench_search_free(struct bench_search_result *result);

#endif
