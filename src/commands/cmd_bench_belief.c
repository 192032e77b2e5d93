/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How fast the guesser is: bench belief. */
#include "commands/table.h"

#include "base/plural.h"
#include "commands/shared_flags.h"
#include "lab/bench_belief.h"

struct bench_belief_args {
    uint64_t games;
};

/* What the guesser goes by, by the session's options. */
static enum status take_knowledge(struct session *session, struct belief_sources *sources,
                                  struct belief_knowledge *knowledge, struct error *error)
{
    struct belief_options options;
    belief_options_read(&options, &session->settings);
    enum status status = library_belief_sources(session->library, &session->settings, sources, error);
    if (!status)
        status = belief_knowledge_init(knowledge, &options, sources->statistics, sources->model, error);
    return status;
}

static void print_form(struct session *session, const char *name, const struct bench_model_form *form)
{
    session_printf(session, "figure model-%s-size %.3f MB\n", name, (double)form->bytes / 1e6);
    session_printf(session, "figure model-%s-load %.2f ms\n", name, 1e3 * form->seconds);
}

static enum status run_bench_belief(struct session *session, const void *arguments, struct error *error)
{
    enum { PLIES = 300, SAMPLES = 200 };
    const struct bench_belief_args *args = arguments;
    struct belief_sources sources;
    struct belief_knowledge knowledge;
    struct bench_belief_result result;
    enum status status = take_knowledge(session, &sources, &knowledge, error);
    if (!status) {
        bench_belief_run(&knowledge, (int)args->games, PLIES, SAMPLES,
                         session->has_seed ? session->seed : 1, &result);
        double events = (double)result.events, samples = (double)result.samples;
        session_printf(session, "guesser %s, one core: %.0f update%s, %.0f sample%s, %.1f scalings each\n",
                       knowledge.kind->name, events, plural(result.events), samples,
                       plural(result.samples), result.sweeps / events);
        session_printf(session, "figure event-update %.2f us\n", 1e6 * result.event_seconds / events);
        session_printf(session, "figure fact-update %.2f us\n",
                       result.facts ? 1e6 * result.fact_seconds / (double)result.facts : 0);
        session_printf(session, "figure event-update-p95 %.1f us\n",
                       1e6 * bench_belief_quantile(&result, 0.95));
        session_printf(session, "figure event-update-p99 %.1f us\n",
                       1e6 * bench_belief_quantile(&result, 0.99));
        session_printf(session, "figure sample %.2f us\n",
                       samples > 0 ? 1e6 * result.sample_seconds / samples : 0);
    }
    if (!status && sources.model) {
        struct bench_model_result model;
        bench_belief_model(sources.model, &model);
        print_form(session, "readable", &model.readable);
        print_form(session, "packed", &model.packed);
    }
    return status;
}

const struct command command_bench_belief = {
    .name = "bench belief",
    .group = GROUP_MEASURE,
    .keywords = "guesser speed time",
    .flags = ARGUMENTS(FLAG_GAMES(struct bench_belief_args, games, 1, "random games of at most 300 moves")),
    .out = true,
    DEFAULTS(struct bench_belief_args, .games = 60),
    .help = "measures how fast the guesser takes in moves and draws samples",
    .details =
        "Random games with beliefs about both sides. event-update: one\n"
        "event into one belief, normal form included (a belief that has nothing to do for an event is\n"
        "not counted); fact-update: the same for events that change a fact; -p95, -p99: what so many\n"
        "percent kept within; sample: one whole assignment of ranks, of 200 that are drawn from a belief,\n"
        "with its part of what is worked out once for all of them. Of the model, as a readable file and\n"
        "as a packed one (model pack): -size, and -load, the time from the file's bytes to a model.",
    .run = run_bench_belief,
};
