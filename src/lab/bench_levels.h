/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The levels of the ladder, measured: each against the one below it, and against the agent random. */
#ifndef VEDETTE_LAB_BENCH_LEVELS_H
#define VEDETTE_LAB_BENCH_LEVELS_H

#include "lab/match.h"
#include "play/ladder.h"

struct bench_levels_terms {
    const struct ladder *ladder;
    uint8_t variant;            /* of the games: index of a row of variant_table */
    const struct settings *settings;
    struct library *library;
    const struct setup *pool;   /* for random, which has no setups of its own */
    size_t pool_count;
    size_t games;               /* of each match; colours change after each */
    uint64_t seed;
    int jobs;
    const atomic_bool *stop;    /* may be NULL */
};

/* Against whom. */
enum level_enemy { LEVEL_BELOW, LEVEL_RANDOM, LEVEL_ENEMIES };

/* Plays the match of one level, under rules `deepnash` and with set-ups of its own for each game, as the
 * ladder was measured: the same as `match LEVEL ENEMY --unpaired` with that seed. The lowest has none below
 * it. */
enum status bench_levels_run(const struct bench_levels_terms *terms, size_t level, enum level_enemy enemy,
                             struct match_result *result, struct error *error);

#endif
