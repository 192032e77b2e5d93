/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measurements of the planner's ply: bench rollout. */
#include "commands/table.h"

#include "base/plural.h"
#include "base/text.h"
#include "commands/shared_flags.h"
#include "lab/bench_rollout.h"
#include "lab/planner_signature.h"
#include "plan/plan.h"

#include <string.h>

struct bench_rollout_args {
    double seconds;
    uint64_t plies, games;
};

static double microseconds(double seconds, uint64_t plies)
{
    return plies ? seconds * 1e6 / (double)plies : 0;
}

static void print_figure(struct session *session, const char *name, bool live,
                         const struct bench_rollout_figure *figure)
{
    static const char *const part[ROLLOUT_PARTS] = {"event", "worth", "context", "choice", "belief"};
    for (int i = 0; i < ROLLOUT_PARTS; i++)
        if (i != ROLLOUT_BELIEF || live)
            session_printf(session, "figure %s-%s %.2f us\n", name, part[i],
                           microseconds(figure->part[i], figure->plies));
    session_printf(session, "figure %s-ply %.1f us\n", name, microseconds(figure->seconds, figure->plies));
    session_printf(session, "figure %s-plies %.0f 1/s\n", name,
                   figure->seconds > 0 ? (double)figure->plies / figure->seconds : 0);
}

/* Where the planner's option `index` was given; NULL where it was not, or is none of the planner's. */
static const char *planner_origin(const struct settings *settings, int index)
{
    const struct option_group *group;
    settings_option(settings, index, &group);
    bool planner = strncmp(group->name, "plan", 4) == 0 || strcmp(group->name, "worth") == 0;
    return planner && settings_is_given(settings, index) ? settings->origins[index] : NULL;
}

/* Where the planner's options come from: the name of a profile or of several, or De Boer's numbers. */
static void whose_options(const struct settings *settings, struct text *out)
{
    for (int i = 0; i < (int)settings->count; i++) {
        const char *origin = planner_origin(settings, i), *other = NULL;
        for (int j = 0; j < i && origin && (!other || strcmp(other, origin) != 0); j++)
            other = planner_origin(settings, j);
        if (origin && (!other || strcmp(other, origin) != 0))
            text_printf(out, "%s%s", out->size ? ", " : "", origin);
    }
    if (!out->size)
        text_add(out, "De Boer's numbers");
}

static void print_result(struct session *session, const struct bench_rollout_args *args,
                         const struct bench_rollout_result *result)
{
    const struct bench_rollout_figure *frozen = &result->frozen, *live = &result->live;
    struct text whose = {0};
    whose_options(&session->settings, &whose);
    session_printf(session, "rollouts of %llu %s, plans by: %s\n", (unsigned long long)args->plies,
                   plural_of(args->plies, "ply", "plies"), text_string(&whose));
    text_free(&whose);
    session_printf(session, "rollouts with frozen beliefs: %llu, %llu %s, %.2f s\n"
                   "rollouts with live ones: %llu, %llu %s, %.2f s\n",
                   (unsigned long long)frozen->rollouts, (unsigned long long)frozen->plies,
                   plural_of(frozen->plies, "ply", "plies"), frozen->seconds,
                   (unsigned long long)live->rollouts, (unsigned long long)live->plies,
                   plural_of(live->plies, "ply", "plies"), live->seconds);
    for (int i = 0; i < plan_kind_count; i++)
        session_printf(session, "figure %s %.2f us\n", plan_kind_table[i]->options.name,
                       microseconds(result->plan[i], frozen->plies));
    print_figure(session, "frozen", false, frozen);
    print_figure(session, "live", true, live);
    session_printf(session, "figure plies %.0f 1/s\n",
                   frozen->seconds > 0 ? (double)frozen->plies / frozen->seconds : 0);
}

static enum status run_rollout(struct session *session, const void *arguments, struct error *error)
{
    const struct bench_rollout_args *args = arguments;
    struct bench_rollout_terms terms = {.settings = &session->settings, .library = session->library,
                                        .seed = session->has_seed ? session->seed : 1,
                                        .plies = (int)args->plies, .seconds = args->seconds,
                                        .stop = session->stop};
    struct bench_rollout_result result;
    struct planner_signature signature;
    enum status status = bench_rollout_run(&terms, &result, error);
    if (status)
        return status;
    print_result(session, args, &result);
    planner_signature_make((size_t)args->games, session->jobs, &session->settings, session->stop, &signature);
    session_printf(session, "%zu game%s for the signature, %llu %s\n", signature.games,
                   plural(signature.games), (unsigned long long)signature.plies,
                   plural_of(signature.plies, "ply", "plies"));
    if (!args->games || signature.games < args->games)
        return STATUS_OK; /* of fewer games it would be taken for another planner's */
    session_printf(session, "figure totals %016llx\n", (unsigned long long)signature.totals);
    session_printf(session, "figure signature %016llx\n", (unsigned long long)signature.moves);
    return STATUS_OK;
}

const struct command command_bench_rollout = {
    .name = "bench rollout",
    .group = GROUP_MEASURE,
    .keywords = "speed simulation Monte Carlo",
    .flags = ARGUMENTS(
        FLAG_SECONDS(struct bench_rollout_args, seconds),
        FLAG_WHOLE(struct bench_rollout_args, plies, "plies", 1, 1000, "of each rollout"),
        FLAG_GAMES(struct bench_rollout_args, games, 0, "that the signature is made of")),
    .out = true,
    DEFAULTS(struct bench_rollout_args, .seconds = 1, .plies = ROLLOUT_PLIES, .games = 20),
    .help = "measures how fast the planner plays games on",
    .details =
        "From positions of games of invincible against itself both sides go on by the highest total of\n"
        "the plans, each by its own view: with what was believed at the start (frozen), and with beliefs\n"
        "that follow every move (live). ply: the whole of it; event, worth, context, choice and belief:\n"
        "its parts, measured in a second run of the same plies; plan_NAME: a plan by itself. One core.\n"
        "signature: made of the moves chosen in games with setups and beliefs that hang on nothing else,\n"
        "by the plans' options in force and by others drawn round them, and of the reasons told; it\n"
        "changes only when a choice of the planner does.\n"
        "totals: of the same games, made of every move's points to their last bit.",
    .run = run_rollout,
};
