/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How fast games are played on from a position by the planner, and where the time goes. */
#ifndef VEDETTE_LAB_BENCH_ROLLOUT_H
#define VEDETTE_LAB_BENCH_ROLLOUT_H

#include "agent/library.h"
#include "base/error.h"
#include "profile/option.h"

#include <stdatomic.h>
#include <stdint.h>

enum { ROLLOUT_PLANS_MOST = 32, ROLLOUT_PLIES = 12 /* of a rollout, where nothing else is asked for */ };

/* What a ply is made of. */
enum rollout_part {
    ROLLOUT_EVENT,    /* the move played, and both sides' views brought up to date */
    ROLLOUT_WORTH,    /* the values of all pieces */
    ROLLOUT_CONTEXT,  /* what the plans go by */
    ROLLOUT_CHOICE,   /* all plans, their sums and the highest */
    ROLLOUT_BELIEF,   /* beliefs about both sides brought up to date; 0 where they are frozen */
    ROLLOUT_PARTS
};

struct bench_rollout_terms {
    const struct settings *settings;
    struct library *library;
    uint64_t seed;
    int plies;                  /* of a rollout, 1 or more */
    double seconds;             /* for each measurement, of processor time */
    const atomic_bool *stop;    /* may be NULL */
};

struct bench_rollout_figure {
    uint64_t rollouts, plies;
    double seconds;             /* processor time of the whole plies */
    double part[ROLLOUT_PARTS]; /* seconds in each part, of as many plies that were played once more */
};

struct bench_rollout_result {
    struct bench_rollout_figure frozen, live;
    double plan[ROLLOUT_PLANS_MOST]; /* seconds in each plan, by its row, of the frozen plies */
};

/* Plays games of the agent invincible against itself, and from every few of their positions a rollout: both
 * sides go on by the highest total of the plans, each by its own view, with what was believed at the start
 * (frozen) or with beliefs that follow every move (live). On the calling thread. */
enum status bench_rollout_run(const struct bench_rollout_terms *terms, struct bench_rollout_result *result,
                              struct error *error);

#endif
