/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How fast the parts of planning are. */
#ifndef VEDETTE_LAB_BENCH_PLANS_H
#define VEDETTE_LAB_BENCH_PLANS_H

#include <stdatomic.h>
#include <stdint.h>

struct bench_plans_terms {
    uint64_t seed;
    double seconds;             /* for each measurement, of processor time */
    const atomic_bool *stop;    /* may be NULL */
};

struct bench_plans_result {
    uint64_t searches, lengths;
    double search_seconds, length_seconds;
};

/* Measures on the calling thread: whole fields, and lengths to one square, of path finding (plan/path.h)
 * between pieces in random places. */
void bench_plans_run(const struct bench_plans_terms *terms, struct bench_plans_result *result);

#endif
