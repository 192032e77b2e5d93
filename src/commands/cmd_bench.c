/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measurements: bench ablation, bench plans, bench rules. */
#include "commands/table.h"

#include "base/decimal.h"
#include "base/plural.h"
#include "commands/shared_flags.h"
#include "console/load.h"
#include "game/rules_option.h"
#include "lab/ablation.h"
#include "lab/bench_plans.h"
#include "lab/bench_rollout.h"
#include "lab/bench_rules.h"
#include "lab/rules_signature.h"
#include "plan/plan.h"

#include <stdio.h>
#include <stdlib.h>

static double nanoseconds(uint64_t count, double seconds)
{
    return count ? seconds * 1e9 / (double)count : 0;
}

/* What those benches are asked for that measure so many seconds. */
struct seconds_args {
    double seconds;
};

static enum status run_plans(struct session *session, const void *arguments, struct error *error)
{
    const struct seconds_args *args = arguments;
    struct bench_plans_terms terms = {.settings = &session->settings, .library = session->library,
                                      .seconds = args->seconds,
                                      .seed = session->has_seed ? session->seed : 1, .stop = session->stop};
    struct bench_rollout_terms rollouts = {.settings = terms.settings, .library = terms.library,
                                           .seed = terms.seed, .plies = ROLLOUT_PLIES,
                                           .seconds = terms.seconds, .stop = terms.stop};
    struct bench_plans_result result;
    struct bench_rollout_result ply;
    enum status status = bench_plans_run(&terms, &result, error);
    if (!status)
        status = bench_rollout_run(&rollouts, &ply, error);
    if (status)
        return status;
    session_printf(session, "path finding: %llu field%s, %.2f s; %llu length%s, %.2f s\n",
                   (unsigned long long)result.searches, plural(result.searches), result.search_seconds,
                   (unsigned long long)result.lengths, plural(result.lengths), result.length_seconds);
    session_printf(session, "tables of all plans: %llu, %.2f s\n"
                   "games of invincible against itself: %llu, %llu move%s, %.2f s\n",
                   (unsigned long long)result.tables, result.table_seconds,
                   (unsigned long long)result.games, (unsigned long long)result.plies,
                   plural(result.plies), result.game_seconds);
    session_printf(session, "figure plan-table %.1f us\n",
                   nanoseconds(result.tables, result.table_seconds) / 1e3);
    session_printf(session, "figure plan-ply %.1f us\n",
                   nanoseconds(ply.frozen.plies, ply.frozen.seconds) / 1e3);
    session_printf(session, "figure self-game %.1f ms\n",
                   nanoseconds(result.games, result.game_seconds) / 1e6);
    session_printf(session, "figure path-field %.0f ns\n",
                   nanoseconds(result.searches, result.search_seconds));
    session_printf(session, "figure path-length %.0f ns\n",
                   nanoseconds(result.lengths, result.length_seconds));
    return STATUS_OK;
}

const struct command command_bench_plans = {
    .name = "bench plans",
    .group = GROUP_MEASURE,
    .keywords = "speed time",
    .flags = ARGUMENTS(FLAG_SECONDS(struct seconds_args, seconds)),
    .out = true,
    DEFAULTS(struct seconds_args, .seconds = 1),
    .help = "measures the speed of planning",
    .details = "plan-table: all plans, instances and moves of a position of games of invincible against\n"
               "itself; plan-ply: a ply of a rollout from there, all of it, with frozen beliefs ('bench\n"
               "rollout' tells its parts); self-game: such a game, whole. path-field and path-length: path\n"
               "finding between pieces in random places, a field of all squares and one way's length. One\n"
               "core.",
    .run = run_plans,
};

static void print_ablation(struct session *session, const struct plan_kind *plan,
                           const struct ablation_row *row)
{
    double score = stats_score(row->wins, row->draws, row->losses);
    struct interval range =
        stats_score_interval(row->wins, row->draws, row->losses, STATS_95);
    session_printf(session, "%-20s %4s %5zu %5zu %5zu  %6.2f  %6.2f to %6.2f  %s\n", plan->name,
                   plan->column, row->wins, row->losses, row->draws, 100 * score,
                   decimal_plain_zero(100 * range.low, 2), 100 * range.high,
                   range.high < 0.5 ? "helps" : range.low > 0.5 ? "harms" : "not told apart");
    session_printf(session, "figure without-%s %.2f %%\n", plan->options.name, 100 * score);
}

struct ablation_args {
    int plan; /* its index in plan_kind_table; -1: all of them */
    uint64_t games;
};

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
        struct ablation_row row;
        char without[128];
        bool off = settings_get(&session->settings, plan_kind_table[i]->options.name, "weight") == 0;
        if (args->plan >= 0 ? i != args->plan : off) /* without what is off nothing changes */
            continue;
        snprintf(without, sizeof without, "invincible:%s.weight=0", plan_kind_table[i]->options.name);
        status = ablation_run(&terms, without, "invincible", &row, error);
        if (!status)
            print_ablation(session, plan_kind_table[i], &row);
    }
    return status;
}

const struct command command_bench_ablation = {
    .name = "bench ablation",
    .group = GROUP_MEASURE,
    .keywords = "plans strength Elo contribution",
    .words = ARGUMENTS(
        {.name = "PLAN", .kind = VALUE_PLAN, .at = offsetof(struct ablation_args, plan), .optional = true,
         .meaning = "this plan alone, as FlagDefense or plan_flag_defense", .standard = "each of them"}),
    .flags = ARGUMENTS(FLAG_GAMES(struct ablation_args, games, 2, "the games of each match")),
    .out = true,
    DEFAULTS(struct ablation_args, .plan = -1, .games = 400),
    .help = "measures what each plan is worth: the planner without it against the whole",
    .details = "A match for each plan, its weight 0 on one side. A score below 50 %: the planner is weaker\n"
               "without the plan. doc/plans.md tells of each.",
    .run = run_ablation,
};

static void print_rate(struct session *session, const char *name, uint64_t count, double seconds)
{
    session_printf(session, "figure %s %.0f 1/s\n", name,
                   seconds > 0 ? (double)count / seconds : 0);
}

static void print_rules(struct session *session, const struct bench_rules_terms *terms,
                        const struct bench_rules_result *result)
{
    session_printf(session, "rules %s, %s, one core\n", terms->rules.name, terms->variant->name);
    session_printf(session, "random playouts: %llu game%s, %llu move%s, %.2f s\n",
                   (unsigned long long)result->games, plural(result->games),
                   (unsigned long long)result->moves, plural(result->moves),
                   result->playout_seconds);
    session_printf(session, "perft, depth %d: %llu position%s, %llu %s, %.2f s\n",
                   BENCH_PERFT_DEPTH, (unsigned long long)result->positions, plural(result->positions),
                   (unsigned long long)result->leaves, plural_of(result->leaves, "leaf", "leaves"),
                   result->perft_seconds);
    print_rate(session, "playout-moves", result->moves, result->playout_seconds);
    print_rate(session, "perft-leaves", result->leaves, result->perft_seconds);
    session_printf(session, "figure make-unmake %.1f ns\n",
                   nanoseconds(result->makings, result->making_seconds));
    session_printf(session, "figure tell-world %.0f ns\n",
                   nanoseconds(result->worlds, result->telling_seconds));
    session_printf(session, "figure untell-world %.0f ns\n",
                   nanoseconds(result->worlds, result->untelling_seconds));
    session_printf(session, "figure signature %lu\n", (unsigned long)rules_signature(terms->variant));
}

struct bench_rules_args {
    double seconds;
    int variant;
};

static enum status run_rules(struct session *session, const void *arguments, struct error *error)
{
    const struct bench_rules_args *args = arguments;
    struct bench_rules_terms terms = {.variant = &variant_table[args->variant], .seconds = args->seconds,
                                      .seed = session->has_seed ? session->seed : 1, .stop = session->stop};
    struct setup *pool = NULL;
    enum status status = load_setups_of(terms.variant, 0, NULL, &pool, &terms.pool_count, error);
    if (status)
        return status;
    struct bench_rules_result result;
    rules_from_settings(&terms.rules, &session->settings, rules_find("isf"));
    terms.pool = pool;
    bench_rules_run(&terms, &result);
    free(pool);
    print_rules(session, &terms, &result);
    return STATUS_OK;
}

const struct command command_bench_rules = {
    .name = "bench rules",
    .group = GROUP_MEASURE,
    .keywords = "speed perft moves generation",
    .flags = ARGUMENTS(
        FLAG_SECONDS(struct bench_rules_args, seconds),
        FLAG_VARIANT(struct bench_rules_args, variant)),
    .out = true,
    DEFAULTS(struct bench_rules_args, .seconds = 2),
    .help = "measures the speed of the rules",
    .details = "Random playouts, each move drawn uniformly from the legal ones, and leaf positions counted\n"
               "one by one, from random setups and those that came with the program; all rules are on.\n"
               "make-unmake: a move made and taken back; tell-world: all of a side's unknown ranks told\n"
               "at once; untell-world: taken back. signature: a number that changes only when the rules\n"
               "of play do, or the pieces of the variant.",
    .run = run_rules,
};
