/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures how much a part of an agent contributes, by matches of the agent without it: bench ablation (a
 * plan of the planner) and bench steps (a step of the agent rnad between its network and a move). */
#include "commands/table.h"

#include "agent/agent.h"
#include "agent/rnad_options.h"
#include "base/decimal.h"
#include "base/plural.h"
#include "commands/contest.h"
#include "game/rules_option.h"
#include "lab/match.h"
#include "plan/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Plays a match of `without` (the agent without a part) against `opponent` and prints a row: `label`, the
 * result and, with `verdict`, whether the part helps by the 95 % interval. `part`: its name in the "figure"
 * line. Prints nothing if it was stopped. */
static enum status play_without(struct session *session, const struct match_terms *terms, const char *without,
                                const char *opponent, const char *label, const char *part, bool verdict,
                                struct error *error)
{
    struct match_terms match = *terms;
    struct match_result result;
    match.agent[MATCH_A] = without;
    match.agent[MATCH_B] = opponent;
    enum status status = match_run(&match, &result, error);
    if (status || session_stopped(session))
        return status;
    size_t wins = result.agent[MATCH_A].wins, losses = result.agent[MATCH_B].wins;
    double score = stats_score(wins, result.draws, losses);
    struct interval range = stats_score_interval(wins, result.draws, losses, STATS_95);
    session_printf(session, "%s %5zu %5zu %5zu  %6.2f  %6.2f to %6.2f%s\n", label, wins, losses,
                   result.draws, 100 * score, decimal_plain_zero(100 * range.low, 2), 100 * range.high,
                   !verdict           ? ""
                   : range.high < 0.5 ? "  helps"
                   : range.low > 0.5  ? "  harms"
                                      : "  no clear difference");
    session_printf(session, "figure without-%s %.2f %%\n", part, 100 * score);
    return STATUS_OK;
}

struct ablation_args {
    int plan; /* its index in plan_kind_table; -1: all of them */
    uint64_t games;
};

/* Plays a match for each plan, or for the named one: the planner with that plan's weight 0 against the whole
 * planner. */
static enum status run_ablation(struct session *session, const void *arguments, struct error *error)
{
    const struct ablation_args *args = arguments;
    enum status status = STATUS_OK;
    struct match_terms terms = {.settings = &session->settings, .library = session->library,
                                .games = (size_t)args->games, .rules = *rules_find("deepnash"),
                                .seed = session->has_seed ? session->seed : 1,
                                .jobs = session->jobs, .stop = session->stop};
    session_printf(session, "invincible without a plan against invincible, %zu game%s each, rules deepnash, "
                   "seed %llu\n%-20s %4s %5s %5s %5s  %6s  %16s\n", terms.games, plural(terms.games),
                   (unsigned long long)terms.seed, "without", "", "won", "lost", "drawn", "score",
                   "95 % interval");
    for (int i = 0; i < plan_kind_count && !status && !session_stopped(session); i++) {
        char without[128], label[64];
        const struct plan_kind *plan = plan_kind_table[i];
        bool is_off = settings_get(&session->settings, plan->options.name, "weight") == 0;
        if (args->plan >= 0 ? i != args->plan : is_off) /* switching off a plan that is off changes nothing */
            continue;
        snprintf(without, sizeof without, "invincible:%s.weight=0", plan->options.name);
        snprintf(label, sizeof label, "%-20s %4s", plan->name, plan->column);
        status = play_without(session, &terms, without, "invincible", label, plan->options.name, true, error);
    }
    return status;
}

const struct command command_bench_ablation = {
    .name = "bench ablation", .group = GROUP_MEASURE,
    .keywords = "plans strength Elo contribution",
    .words = ARGUMENTS(
        {.name = "PLAN", .kind = VALUE_PLAN, .at = offsetof(struct ablation_args, plan), .optional = true,
         .meaning = "this plan alone, as FlagDefense or plan_flag_defense", .standard = "each of them"}),
    .flags = ARGUMENTS(FLAG_GAMES(struct ablation_args, games, 2, "the games of each match")),
    .out = true,
    DEFAULTS(struct ablation_args, .plan = -1, .games = 400),
    .help = "measures what each plan is worth: the planner without it against the whole",
    .details = "A match for each plan, its weight 0 on one side. A score below 50 %: the planner is weaker\n"
               "without the plan. doc/plans.md describes each.",
    .run = run_ablation,
};

struct bench_steps_args {
    const char *agent, *step, *against; /* step: NULL: all; against: NULL: the agent itself */
    uint64_t games; /* of each match */
    int variant;    /* index of a row of variant_table */
};

enum { SPEC = 256 /* bytes of an agent's spec */ };

/* Sets *on to whether the step is on with the agent's options. It is if switching it off (`without`) changes
 * its option. */
static enum status is_on(const struct session *session, const char *agent, const char *without,
                         const struct rnad_step *step, bool *on, struct error *error)
{
    struct settings whole = {0}, without_step = {0};
    enum status status = agent_settings(agent, &session->settings, &whole, error);
    if (!status)
        status = agent_settings(without, &session->settings, &without_step, error);
    if (!status)
        *on = settings_get(&whole, "rnad", step->name) != settings_get(&without_step, "rnad", step->name);
    settings_free(&whole);
    settings_free(&without_step);
    return status;
}

/* Plays a match of the agent without a step (NULL: of the whole agent) and prints its row. A step that is
 * off already has no row. */
static enum status play_row(struct session *session, const struct bench_steps_args *args,
                            const struct match_terms *terms, const struct rnad_step *step,
                            struct error *error)
{
    char without[SPEC], label[64];
    bool on = true;
    enum status status = STATUS_OK;
    const char *separator = strchr(args->agent, ':') ? "," : ":"; /* "rnad:threshold=0" of "rnad" */
    if (step && snprintf(without, SPEC, "%s%s%s", args->agent, separator, step->off) >= SPEC)
        return error_set(error, STATUS_BAD, "bench steps: an agent of more than %d bytes", SPEC);
    if (step)
        status = is_on(session, args->agent, without, step, &on, error);
    if (status || !on)
        return status;
    const char *part = step ? step->name : "nothing";
    snprintf(label, sizeof label, "%-14s", part);
    return play_without(session, terms, step ? without : args->agent,
                        args->against ? args->against : args->agent, label, part, false, error);
}

/* Plays a match for each step, or for the named one. If the opponent is not the agent itself, the whole agent
 * has the first row. */
static enum status play_rows(struct session *session, const struct bench_steps_args *args,
                             const struct match_terms *terms, struct error *error)
{
    bool found = !args->step;
    enum status status = STATUS_OK;
    for (const struct rnad_step *step = rnad_steps; step->name; step++)
        found |= args->step && strcmp(step->name, args->step) == 0;
    if (!found)
        return error_set(error, STATUS_BAD, "bench steps: found '%.40s', expected a step, as threshold or "
                         "memory", args->step);
    session_printf(session, "%.120s without a step against %.60s, %s, %zu game%s each, rules deepnash, seed "
                   "%llu\n%-14s %5s %5s %5s  %6s  %16s\n", args->agent,
                   args->against ? args->against : "itself", variant_at(terms->variant)->name, terms->games,
                   plural(terms->games), (unsigned long long)terms->seed, "without", "won", "lost", "drawn",
                   "score", "95 % interval");
    if (args->against && !args->step)
        status = play_row(session, args, terms, NULL, error);
    for (const struct rnad_step *step = rnad_steps; step->name && !status && !session_stopped(session);
         step++)
        if (!args->step || strcmp(step->name, args->step) == 0)
            status = play_row(session, args, terms, step, error);
    return status;
}

/* Checks that the agent is rnad, and plays the matches with setups drawn from the program's pool. */
static enum status run_bench_steps(struct session *session, const void *arguments, struct error *error)
{
    const struct bench_steps_args *args = arguments;
    struct setup *pool = NULL;
    struct match_terms terms = {.settings = &session->settings,
                                .library = library_for_variant(session->library,
                                                               variant_at((uint8_t)args->variant)),
                                .variant = (uint8_t)args->variant, .games = (size_t)args->games,
                                .seed = session->has_seed ? session->seed : 1,
                                .jobs = session->jobs, .stop = session->stop};
    rules_from_settings(&terms.rules, &session->settings, rules_find("deepnash"));
    size_t size = strcspn(args->agent, ":");
    if (size != strlen("rnad") || strncmp(args->agent, "rnad", size) != 0)
        return error_set(error, STATUS_BAD, "bench steps: found '%.60s', expected the agent rnad, as "
                         "rnad:model=FILE", args->agent);
    enum status status = contest_pool(session, NULL, &terms, &pool, error);
    if (!status)
        status = play_rows(session, args, &terms, error);
    free(pool);
    return status;
}

const struct command command_bench_steps = {
    .name = "bench steps", .group = GROUP_MEASURE,
    .keywords = "ablation policy learnt rnad DeepNash test time strength contribution",
    .words = ARGUMENTS(
        WORD_AGENT(struct bench_steps_args, agent, "AGENT",
                   "rnad with its options: rnad:model=FILE,search=planner", .optional = true,
                   .standard = "rnad")),
    .flags = ARGUMENTS(
        FLAG_VARIANT(struct bench_steps_args, variant),
        FLAG_GAMES(struct bench_steps_args, games, 2, "the games of each match"),
        FLAG_AGENT(struct bench_steps_args, against, "against",
                   "the opponent; the whole agent then plays it, too", .standard = "the whole agent"),
        FLAG_TEXT(struct bench_steps_args, step, "step", "this step alone", .value = "STEP",
                  .standard = "each that is on")),
    .out = true,
    DEFAULTS(struct bench_steps_args, .agent = "rnad", .games = 400),
    .help = "measures what each step of the agent rnad at test time is worth, switched off alone",
    .details = "A match for each step that is on: threshold, quanta, set_up_quanta, eagerness, memory,\n"
               "losses, threats, bounds, search (doc/policy.md). A score below 50 %, or below that of\n"
               "the whole agent: it is weaker without the step.",
    .run = run_bench_steps,
};
