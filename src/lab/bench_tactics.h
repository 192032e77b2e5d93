/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many of the positions with one right move (lab/tactics.h) an agent solves. */
#ifndef VEDETTE_LAB_BENCH_TACTICS_H
#define VEDETTE_LAB_BENCH_TACTICS_H

#include "agent/agent.h"
#include "lab/tactics.h"

struct bench_tactics_terms {
    const struct tactics *tactics;
    const char *agent;       /* its spec */
    int depth;               /* plies that it may look ahead; 0: the agent's own limits */
    uint64_t seed;           /* position i draws from stream i of it */
    int jobs;
    const struct settings *settings;
    struct library *library;
    const atomic_bool *stop; /* may be NULL */
};

struct bench_tactics_result {
    struct move *answer;     /* of each position, in the order of the tactics; bench_tactics_free */
    double *seconds;         /* of processor time of each; without threads of the agent's own */
    size_t total[TACTIC_THEMES], found[TACTIC_THEMES]; /* by theme */
};

/* Asks the agent for its move in each position, each time an agent that is newly started. STATUS_BAD for an
 * agent that cannot be started, STATUS_NO where it was stopped. */
enum status bench_tactics_run(const struct bench_tactics_terms *terms, struct bench_tactics_result *result,
                              struct error *error);
void bench_tactics_free(struct bench_tactics_result *result);

#endif
