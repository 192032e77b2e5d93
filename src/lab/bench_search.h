/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measurements of the search on fixed positions: nodes, speed, and a number by which to see that it does
 * what it did before. */
#ifndef VEDETTE_LAB_BENCH_SEARCH_H
#define VEDETTE_LAB_BENCH_SEARCH_H

#include "lab/arts_positions.h"
#include "search/search.h"

struct bench_search_terms {
    const struct arts_positions *positions;
    size_t each;             /* only the first so many of each phase */
    const struct search_options *options;
    int depth;
    int jobs;                /* positions searched at a time, */
    int threads;             /* and threads for each; with more than one, times are the clock's */
    const atomic_bool *stop; /* may be NULL */
};

/* What the search of one position came to. */
struct bench_search_row {
    uint64_t nodes, path;    /* as in struct search_result */
    double seconds;          /* of processor time, or by the clock where it had more than one thread */
    double value;
    struct move best;
};

struct bench_search_result {
    struct bench_search_row *rows; /* one a position searched; bench_search_free gives them back */
    size_t count;
    uint64_t nodes, path;
    double seconds;
    uint64_t signature;      /* of nodes, values and moves */
};

/* Searches every position to the depth. STATUS_NO where it was stopped. */
enum status bench_search_run(const struct bench_search_terms *terms, struct bench_search_result *result,
                             struct error *error);
void bench_search_free(struct bench_search_result *result);

#endif
