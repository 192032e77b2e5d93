/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/bench_agents.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/stop.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { TRIES = 9 };

static struct library *new_library(const char *packed)
{
    struct library *library = library_new();
    if (packed)
        library_use_packed(library, packed);
    return library;
}

/* Bytes of memory that the process has now; below 0 where the system does not tell. */
static double resident(void)
{
    FILE *file = fopen("/proc/self/statm", "r");
    long all, here = -1;
    if (!file)
        return -1;
    if (fscanf(file, "%ld %ld", &all, &here) != 2)
        here = -1;
    fclose(file);
    return here < 0 ? -1 : (double)here * (double)sysconf(_SC_PAGESIZE);
}

static enum status measure_first(const struct bench_agents_terms *terms, const char *spec, double *least,
                                 struct error *error)
{
    for (int i = 0; i < TRIES; i++) {
        struct library *library = new_library(terms->packed);
        struct agent agent;
        double start = clock_thread();
        enum status status = agent_start(&agent, spec, terms->settings, library_of(library, terms->variant),
                                         error);
        double seconds = clock_thread() - start;
        if (status == STATUS_OK)
            agent_end(&agent);
        library_free(library);
        if (status != STATUS_OK)
            return status;
        if (i == 0 || seconds < *least)
            *least = seconds;
    }
    return STATUS_OK;
}

/* Starts agents until there are `count`, and keeps them. */
static enum status start_more(const struct bench_agents_terms *terms, const char *spec,
                              struct library *library, struct agent *agents, int *started, int count,
                              struct error *error)
{
    enum status status = STATUS_OK;
    while (*started < count && !status && !stop_requested(terms->stop)) {
        status = agent_start(&agents[*started], spec, terms->settings, library_of(library, terms->variant),
                             error);
        *started += !status;
    }
    return status;
}

enum status bench_agents_run(const struct bench_agents_terms *terms, const char *spec,
                             struct agent_cost *cost, struct error *error)
{
    struct agent *agents = memory_new(2 * (size_t)terms->agents + 1, sizeof *agents);
    struct library *library = new_library(terms->packed);
    int started = 0;
    *cost = (struct agent_cost){0};
    enum status status = measure_first(terms, spec, &cost->first, error);
    /* The first half takes the room that reading left free, so that the second has to ask the system. */
    if (!status)
        status = start_more(terms, spec, library, agents, &started, terms->agents + 1, error);
    double before = resident(), start = clock_thread();
    if (!status)
        status = start_more(terms, spec, library, agents, &started, 2 * terms->agents + 1, error);
    cost->later = (clock_thread() - start) / terms->agents;
    double after = resident();
    cost->bytes = before < 0 || after < before ? -(before < 0) : (after - before) / terms->agents;
    library_count(library, &cost->volumes);
    if (!status && stop_requested(terms->stop))
        status = error_set(error, STATUS_NO, "stopped");
    while (started--)
        agent_end(&agents[started]);
    library_free(library);
    free(agents);
    return status;
}

/* Seconds to read the model into an empty library. */
static double time_model(const char *packed)
{
    double least = 0;
    for (int i = 0; i < TRIES; i++) {
        const struct belief_model *model;
        struct library *library = new_library(packed);
        double start = clock_thread();
        library_belief_model(library, NULL, &model, NULL);
        double seconds = clock_thread() - start;
        library_free(library);
        if (i == 0 || seconds < least)
            least = seconds;
    }
    return least;
}

void bench_agents_models(const struct bench_agents_terms *terms, struct model_cost *cost)
{
    struct library *library = new_library(terms->packed);
    *cost = (struct model_cost){.readable = time_model(NULL), .packed = -1};
    if (library_check_packed(library, &cost->path, &cost->why_not) == STATUS_OK)
        cost->packed = time_model(terms->packed);
    library_free(library);
}
