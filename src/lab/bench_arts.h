/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Repeats tables 6.1 to 6.13 of Arts (2010) on the 300 built-in positions (lab/arts_tables.h has the
 * paper's). */
#ifndef VEDETTE_LAB_BENCH_ARTS_H
#define VEDETTE_LAB_BENCH_ARTS_H

#include "lab/arts_tables.h"
#include "lab/bench_search.h"

struct bench_arts_terms {
    const struct arts_positions *positions;
    size_t each;                          /* number of positions to use of each phase: the first ones */
    const struct search_options *options; /* all that is not a technique of the tables: values, bounds, … */
    int depth;                            /* 1 .. ARTS_PLIES */
    int jobs;
    const atomic_bool *stop;              /* may be NULL */
    /* Called after each search of all positions; may be NULL. */
    void (*progress)(void *context, int done, int total);
    void *context;
};

struct bench_arts_result {
    size_t positions;
    uint64_t nodes[ARTS_SEARCHES][ARTS_PLIES];    /* by depth, 1 first; 0 beyond `depth` */
    struct arts_spread_row spread[ARTS_SPREADS];  /* at `depth`, as arts_spread_table */
    uint64_t probe[ARTS_PROBES];                  /* at `depth`, by probing factor */
    uint64_t feature[ARTS_FEATURES + 1];          /* at `depth`, StarETC with one feature; [0]: without */
};

/* The options of the group "search" that the bench sets itself, or that have no effect then. Ends with
 * NULL. */
extern const char *const bench_arts_techniques[];

/* The features of the evaluation (5.4), by the names of their options. */
extern const char *const bench_arts_features[ARTS_FEATURES];

/* Makes all measurements. The result does not depend on the number of jobs. STATUS_NO if it was stopped. */
enum status bench_arts_run(const struct bench_arts_terms *terms, struct bench_arts_result *result,
                           struct error *error);

/* Returns the nodes saved by a technique in %: of `without` nodes, `with` remain. Negative if nodes are
 * added. */
double bench_arts_gain(uint64_t without, uint64_t with);

#endif
