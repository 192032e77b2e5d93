/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What starting agents costs: bench agents. */
#include "commands/table.h"

#include "commands/shared_flags.h"
#include "lab/bench_agents.h"

#include <stdio.h>
#include <string.h>

struct bench_agents_args {
    struct word_list agents;
    uint64_t count;
    int variant;
};

static void add_models(const struct model_cost *cost, struct text *out)
{
    text_add(out, "the belief model is read from ");
    text_add_plain(out, cost->packed >= 0 ? text_string(&cost->path) : "the program: ");
    text_printf(out, "%s\n", cost->packed >= 0 ? "" : cost->why_not.text);
    text_printf(out, "figure model-readable %.2f ms\n", 1e3 * cost->readable);
    if (cost->packed >= 0)
        text_printf(out, "figure model-packed %.2f ms\n", 1e3 * cost->packed);
}

static size_t most(size_t a, size_t b)
{
    return a > b ? a : b;
}

static void add_agent(const char *spec, uint64_t count, const struct agent_cost *cost, struct text *out)
{
    const struct library_volumes *volumes = &cost->volumes;
    int size = (int)strcspn(spec, ":");
    text_printf(out, "%s: %llu at once; read: %zu statistics, %zu setup model, %zu belief model\n", spec,
                (unsigned long long)(2 * count + 1), volumes->statistics, volumes->setup_models,
                volumes->belief_models);
    text_printf(out, "figure %.*s-first %.3f ms\n", size, spec, 1e3 * cost->first);
    text_printf(out, "figure %.*s-later %.4f ms\n", size, spec, 1e3 * cost->later);
    if (cost->bytes >= 0)
        text_printf(out, "figure %.*s-memory %.1f kB\n", size, spec, cost->bytes / 1e3);
    text_printf(out, "figure %.*s-copies %zu -\n", size, spec,
                most(volumes->statistics, most(volumes->setup_models, volumes->belief_models)));
}

static enum status run_bench_agents(struct session *session, const void *arguments, struct error *error)
{
    const struct bench_agents_args *args = arguments;
    struct bench_agents_terms terms = {.settings = &session->settings, .agents = (int)args->count,
                                       .variant = variant_at((uint8_t)args->variant),
                                       .packed = library_packed(session->library), .stop = session->stop};
    struct model_cost models;
    struct text out = {0};
    enum status status = STATUS_OK;
    bench_agents_models(&terms, &models);
    add_models(&models, &out);
    text_free(&models.path);
    size_t count = args->agents.count ? (size_t)args->agents.count : agent_count;
    for (size_t i = 0; i < count && !status; i++) {
        const char *spec = args->agents.count ? args->agents.word[i] : agent_table[i]->name;
        struct agent_cost cost;
        status = bench_agents_run(&terms, spec, &cost, error);
        if (!status)
            add_agent(spec, args->count, &cost, &out);
    }
    if (!status)
        session_print_text(session, &out);
    text_free(&out);
    return status;
}

const struct command command_bench_agents = {
    .name = "bench agents",
    .group = GROUP_MEASURE,
    .keywords = "start memory speed",
    .words = ARGUMENTS(
        {.name = "AGENT", .kind = VALUE_AGENT, .list = true, .optional = true,
         .at = offsetof(struct bench_agents_args, agents), .meaning = "these alone",
         .standard = "each of them"}),
    .flags = ARGUMENTS(
        FLAG_VARIANT(struct bench_agents_args, variant),
        {.name = "count", .kind = VALUE_WHOLE, .at = offsetof(struct bench_agents_args, count), .least = 1,
         .most = 10000, .meaning = "the agents of each kind that are measured, after as many and one more"}),
    .out = true,
    DEFAULTS(struct bench_agents_args, .count = 100),
    .help = "measures what starting an agent takes, and counts the copies of what agents know",
    .details =
        "model-readable, model-packed: reading the belief model that came with the program, in either\n"
        "form. Of each agent: -first, the first in a process, which reads what it knows; -later, each\n"
        "one after it; -memory, what one more takes; -copies, how often the same statistics or model\n"
        "are in the process while all of them are there. One core.",
    .run = run_bench_agents,
};
