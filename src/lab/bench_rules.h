/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How fast the rules are: random games and leaf positions a second. */
#ifndef VEDETTE_LAB_BENCH_RULES_H
#define VEDETTE_LAB_BENCH_RULES_H

#include "game/position.h"

#include <stdatomic.h>

struct bench_rules_terms {
    const struct variant *variant;
    const struct setup *pool;    /* setups of the variant that the games start from, beside random ones */
    size_t pool_count;
    struct rules rules;
    uint64_t seed;
    double seconds;              /* for each of the first two measurements, of processor time */
    const atomic_bool *stop;     /* may be NULL */
};

struct bench_rules_result {
    uint64_t games, moves;
    double playout_seconds;
    uint64_t positions, leaves;
    double perft_seconds;
    uint64_t makings;            /* moves made and taken back, nothing else */
    double making_seconds;
    uint64_t worlds;             /* all unknown ranks of a side told at once, and taken back */
    double telling_seconds, untelling_seconds;
};

enum { BENCH_PERFT_DEPTH = 3 };

/* Measures on the calling thread. A playout picks each move uniformly among the legal ones, to the
 * game's end; the leaves are those of random positions from such games, BENCH_PERFT_DEPTH plies on,
 * each made and taken back. In the same positions every legal move is made and taken back again and again,
 * and a side's unknown ranks are told to a board and taken back. */
void bench_rules_run(const struct bench_rules_terms *terms, struct bench_rules_result *result);

#endif
