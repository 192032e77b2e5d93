/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts the positions with one right move (lab/tactics.h) that an agent solves. */
#ifndef VEDETTE_LAB_BENCH_TACTICS_H
#define VEDETTE_LAB_BENCH_TACTICS_H

#include "agent/agent.h"
#include "lab/tactics.h"

struct bench_tactics_terms {
    const struct tactics *tactics;
    const char *agent;       /* its spec */
    int depth;               /* max depth of its search in plies; 0: the agent's own limits */
    uint64_t seed;           /* position i uses its stream i */
    int jobs;
    const struct settings *settings;
    struct library *library;
    const atomic_bool *stop; /* may be NULL */
};

struct bench_tactics_result {
    struct move *answer;     /* the agent's move in each position; owned */
    double *seconds;         /* processor time of each, without that of the agent's own threads; owned */
    size_t total[TACTIC_THEMES], found[TACTIC_THEMES]; /* by theme */
};

/* Requests a move from a newly started agent in each position. STATUS_BAD if the agent cannot be started,
 * STATUS_NO if it was stopped. bench_tactics_free frees the result. */
enum status bench_tactics_run(const struct bench_tactics_terms *terms, struct bench_tactics_result *result,
                              struct error *error);
void bench_tactics_free(struct bench_tactics_result *result);

#endif
