/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What it takes to start agents, and how many copies of what they know there are. */
#ifndef VEDETTE_LAB_BENCH_AGENTS_H
#define VEDETTE_LAB_BENCH_AGENTS_H

#include "agent/agent.h"

#include <stdatomic.h>

struct bench_agents_terms {
    const struct settings *settings;
    const char *packed;         /* the folder with packed models, or NULL (library_use_packed) */
    const struct variant *variant; /* what the agents know is of it */
    int agents;                 /* started of each kind */
    const atomic_bool *stop;    /* may be NULL */
};

/* Seconds of the calling thread. */
struct agent_cost {
    double first;               /* the first of a process: what it knows is read then; the least of several */
    double later;               /* the mean of those after it */
    double bytes;               /* of memory for one more, by the system's count; below 0: it has none */
    struct library_volumes volumes; /* copies, once all were started */
};

struct model_cost {
    double readable, packed;    /* seconds to read the belief model that came with the program, the least of
                                 * several; below 0: the packed form cannot be used */
    struct text path;           /* of the packed form */
    struct error why_not;
};

/* Measures one kind of agent with its options, on a library of its own. STATUS_BAD where it cannot be
 * started, STATUS_NO where it was stopped. */
enum status bench_agents_run(const struct bench_agents_terms *terms, const char *spec,
                             struct agent_cost *cost, struct error *error);

/* Measures reading the belief model; text_free gives the path back. */
void bench_agents_models(const struct bench_agents_terms *terms, struct model_cost *cost);

#endif
