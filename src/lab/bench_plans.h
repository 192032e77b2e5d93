/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How fast the parts of planning are. */
#ifndef VEDETTE_LAB_BENCH_PLANS_H
#define VEDETTE_LAB_BENCH_PLANS_H

#include "agent/library.h"
#include "base/error.h"
#include "profile/option.h"

#include <stdatomic.h>
#include <stdint.h>

struct bench_plans_terms {
    const struct settings *settings;
    struct library *library;
    uint64_t seed;
    double seconds;             /* for each measurement, of processor time */
    const atomic_bool *stop;    /* may be NULL */
};

struct bench_plans_result {
    uint64_t searches, lengths;
    double search_seconds, length_seconds;
    uint64_t tables;            /* positions in which every plan valued every move */
    double table_seconds;       /* in which all of that took so long, beliefs and context apart */
    uint64_t games, plies;      /* that invincible played against itself */
    double game_seconds;        /* all of each: start, setups, beliefs, plans */
};

/* Measures on the calling thread: whole fields, and lengths to one square, of path finding (plan/path.h)
 * between pieces in random places; games of the agent invincible against itself; and the table of all
 * plans, instances and moves for each position of such games. */
enum status bench_plans_run(const struct bench_plans_terms *terms, struct bench_plans_result *result,
                            struct error *error);

#endif
