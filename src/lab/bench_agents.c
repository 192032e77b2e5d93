/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/bench.h"

#include "agent/agent.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/stop.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TRIES = 9 }; /* measurements, of which the smallest counts */

/* The costs of starting an agent; times in seconds of processor time. */
struct agent_cost {
    double first;               /* of the first agent, which also reads its models; the min of TRIES */
    double later;               /* of each later agent: the mean */
    double bytes;               /* memory of one more agent; below 0: the system does not count it */
    struct library_volumes volumes; /* copies of models in memory, when all agents were started */
};

/* Returns an empty library. `packed`: the folder with packed models, or NULL (library_use_packed). */
static struct library *new_library(const char *packed)
{
    struct library *library = library_new();
    if (packed)
        library_use_packed(library, packed);
    return library;
}

/* Returns the memory that the process uses now, in bytes; below 0 if the system does not provide the
 * number. */
static double resident_bytes(void)
{
    FILE *file = fopen("/proc/self/statm", "r");
    long all_pages, pages = -1;
    if (!file)
        return -1;
    if (fscanf(file, "%ld %ld", &all_pages, &pages) != 2)
        pages = -1;
    fclose(file);
    return pages < 0 ? -1 : (double)pages * (double)sysconf(_SC_PAGESIZE);
}

/* Measures the start of the first agent of a process: each try starts one on an empty library. *min gets the
 * smallest time in seconds. */
static enum status measure_first(const struct bench_terms *terms, const struct variant *variant,
                                 const char *spec, double *min, struct error *error)
{
    for (int i = 0; i < TRIES; i++) {
        struct library *library = new_library(library_packed_folder(terms->library));
        struct agent agent;
        double start = clock_thread();
        enum status status = agent_start(&agent, spec, terms->settings,
                                         library_for_variant(library, variant), error);
        double seconds = clock_thread() - start;
        if (status == STATUS_OK)
            agent_end(&agent);
        library_free(library);
        if (status != STATUS_OK)
            return status;
        if (i == 0 || seconds < *min)
            *min = seconds;
    }
    return STATUS_OK;
}

/* Starts agents until agents[] has `count` of them, without ending any. */
static enum status start_more(const struct bench_terms *terms, const char *spec, struct library *library,
                              struct agent *agents, int *started, int count, struct error *error)
{
    enum status status = STATUS_OK;
    while (*started < count && !status && !stop_requested(terms->stop)) {
        status = agent_start(&agents[*started], spec, terms->settings, library, error);
        *started += !status;
    }
    return status;
}

/* Measures all costs of an agent: starts 1 + 2 x `count` agents on a library of their own and measures the
 * last `count`. */
static enum status measure_agent(const struct bench_terms *terms, const struct variant *variant,
                                 const char *spec, int count, struct agent_cost *cost, struct error *error)
{
    struct agent *agents = memory_new(2 * (size_t)count + 1, sizeof *agents);
    struct library *library = new_library(library_packed_folder(terms->library));
    struct library *variant_library = library_for_variant(library, variant);
    int started = 0;
    *cost = (struct agent_cost){0};
    enum status status = measure_first(terms, variant, spec, &cost->first, error);
    /* The first half uses up the memory that reading the models has freed. The second half then needs new
     * memory from the system, so that its size can be measured. */
    if (!status)
        status = start_more(terms, spec, variant_library, agents, &started, count + 1, error);
    double before = resident_bytes(), start = clock_thread();
    if (!status)
        status = start_more(terms, spec, variant_library, agents, &started, 2 * count + 1, error);
    cost->later = (clock_thread() - start) / count;
    double after = resident_bytes();
    cost->bytes = before < 0 ? -1 : after > before ? (after - before) / count : 0;
    library_count(library, &cost->volumes);
    if (!status && stop_requested(terms->stop))
        status = error_set(error, STATUS_NO, "stopped");
    while (started--)
        agent_end(&agents[started]);
    library_free(library);
    free(agents);
    return status;
}

/* Returns the processor time in seconds, the min of TRIES, of reading the built-in belief model into an empty
 * library. `packed` as in new_library. */
static double model_seconds(const char *packed)
{
    double min = 0;
    for (int i = 0; i < TRIES; i++) {
        const struct belief_model *model;
        struct library *library = new_library(packed);
        double start = clock_thread();
        library_belief_model(library, NULL, &model, NULL);
        double seconds = clock_thread() - start;
        library_free(library);
        if (i == 0 || seconds < min)
            min = seconds;
    }
    return min;
}

/* Appends the times to read the belief model in its readable form and, if there is a usable one, in its
 * packed form. Also appends which of them the program uses. */
static void add_model_times(const char *packed, struct text *out)
{
    struct library *library = new_library(packed);
    struct text path = {0};
    struct error why_not = {0};
    bool usable = library_check_packed(library, &path, &why_not) == STATUS_OK;
    text_add(out, "the belief model is read from ");
    text_add_plain(out, usable ? text_string(&path) : "the program: ");
    text_printf(out, "%s\n", usable ? "" : why_not.text);
    bench_figure(out, "model-readable", 2, 1e3 * model_seconds(NULL), "ms");
    if (usable)
        bench_figure(out, "model-packed", 2, 1e3 * model_seconds(packed), "ms");
    text_free(&path);
    library_free(library);
}

/* Appends the costs of an agent as text and as "figure" lines. The figure `copies` is the max number of
 * copies of any kind of model; 1 shows that the agents share them. */
static void add_agent_costs(const char *spec, int count, const struct agent_cost *cost, struct text *out)
{
    const struct library_volumes *volumes = &cost->volumes;
    size_t copies = volumes->statistics;
    copies = volumes->setup_models > copies ? volumes->setup_models : copies;
    copies = volumes->belief_models > copies ? volumes->belief_models : copies;
    int name_size = (int)strcspn(spec, ":");
    text_printf(out, "%s: %d at once; read: %zu statistics, %zu setup model, %zu belief model\n", spec,
                2 * count + 1, volumes->statistics, volumes->setup_models, volumes->belief_models);
    text_printf(out, "figure %.*s-first %.3f ms\n", name_size, spec, 1e3 * cost->first);
    text_printf(out, "figure %.*s-later %.4f ms\n", name_size, spec, 1e3 * cost->later);
    if (cost->bytes >= 0)
        text_printf(out, "figure %.*s-memory %.1f kB\n", name_size, spec, cost->bytes / 1e3);
    text_printf(out, "figure %.*s-copies %zu -\n", name_size, spec, copies);
}

enum status bench_agents(const struct bench_terms *terms, const struct variant *variant, int agents,
                         const char *const *specs, size_t count, struct text *out, struct error *error)
{
    enum status status = STATUS_OK;
    add_model_times(library_packed_folder(terms->library), out);
    for (size_t i = 0; i < (count ? count : agent_count) && !status; i++) {
        const char *spec = count ? specs[i] : agent_table[i]->name;
        struct agent_cost cost;
        status = measure_agent(terms, variant, spec, agents, &cost, error);
        if (!status)
            add_agent_costs(spec, agents, &cost, out);
    }
    return status;
}
