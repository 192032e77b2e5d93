/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measurements: bench ablation, bench plans, bench rules. */
#include "console/commands.h"

#include "console/arguments.h"
#include "console/load.h"
#include "game/rules_option.h"
#include "lab/ablation.h"
#include "lab/bench_plans.h"
#include "lab/bench_rules.h"

#include <stdlib.h>
#include <string.h>

static double nanoseconds(uint64_t count, double seconds)
{
    return count ? seconds * 1e9 / (double)count : 0;
}

static enum status run_plans(struct session *session, int argc, char **argv, struct error *error)
{
    struct bench_plans_terms terms = {
        .settings = &session->settings, .seconds = 1, .seed = 1, .stop = session->stop};
    const struct flag flags[] = {
        {.name = "seconds", .kind = FLAG_NUMBER, .value = &terms.seconds, .low = 0, .high = 3600},
    };
    enum status status = arguments_parse(&command_bench_plans, flags, 1, &argc, argv, error);
    if (status)
        return status;
    if (argc)
        return usage_error(&command_bench_plans, error);
    struct bench_plans_result result;
    if (session->has_seed)
        terms.seed = session->seed;
    status = bench_plans_run(&terms, &result, error);
    if (status)
        return status;
    session_printf(session, "path finding: %llu fields, %.2f s; %llu lengths, %.2f s\n",
                   (unsigned long long)result.searches, result.search_seconds,
                   (unsigned long long)result.lengths, result.length_seconds);
    session_printf(session, "tables of all plans: %llu, %.2f s; games of invincible against itself: %llu, "
                   "%llu moves, %.2f s\n",
                   (unsigned long long)result.tables, result.table_seconds,
                   (unsigned long long)result.games, (unsigned long long)result.plies,
                   result.game_seconds);
    session_printf(session, "figure plan-table %.1f us\n",
                   nanoseconds(result.tables, result.table_seconds) / 1e3);
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
    .arguments = "[--seconds S]",
    .help = "measures the speed of planning",
    .details = "plan-table: all plans, instances and moves of a position of games of invincible against\n"
               "itself; self-game: such a game, whole. path-field and path-length: path finding between\n"
               "pieces in random places, a field of all squares and one way's length. One core.",
    .run = run_plans,
};

/* Finds a plan by its name, as `plans` has it, or by that of its options. */
static enum status find_plan(const char *name, const struct plan_kind **plan, struct error *error)
{
    for (int i = 0; i < plan_kind_count; i++) {
        *plan = plan_kind_table[i];
        if (strcmp((*plan)->name, name) == 0 || strcmp((*plan)->options->name, name) == 0)
            return STATUS_OK;
    }
    return error_set(error, STATUS_BAD, "bench ablation: found '%.40s', expected a plan, as FlagDefense or "
                     "plan_flag_defense", name);
}

static void print_ablation(struct session *session, const struct ablation_row *row)
{
    double score = stats_score(row->wins, row->draws, row->losses);
    struct interval range =
        stats_score_interval(row->wins, row->draws, row->losses, STATS_95);
    session_printf(session, "%-20s %4s %5zu %5zu %5zu  %6.2f  %6.2f to %6.2f  %s\n", row->plan->name,
                   row->plan->column, row->wins, row->losses, row->draws, 100 * score,
                   100 * range.low, 100 * range.high,
                   range.high < 0.5 ? "helps" : range.low > 0.5 ? "harms" : "not told apart");
    session_printf(session, "figure without-%s %.2f %%\n", row->plan->options->name, 100 * score);
}

static enum status run_ablation(struct session *session, int argc, char **argv, struct error *error)
{
    uint64_t games = 400;
    const struct flag flags[] = {
        {.name = "games", .kind = FLAG_WHOLE, .value = &games, .least = 2, .most = 1000000}};
    enum status status =
        arguments_parse(&command_bench_ablation, flags, 1, &argc, argv, error);
    const struct plan_kind *only = NULL;
    if (!status && argc > 1)
        status = usage_error(&command_bench_ablation, error);
    if (!status && argc)
        status = find_plan(argv[0], &only, error);
    if (status)
        return status;
    struct ablation_terms terms = {.settings = &session->settings, .games = (size_t)games,
                                   .seed = session->has_seed ? session->seed : 1,
                                   .jobs = session->jobs, .stop = session->stop};
    session_printf(session, "invincible without a plan against invincible, %zu games each, rules deepnash, "
                   "seed %llu\n%-20s %4s %5s %5s %5s  %6s  %16s\n", terms.games,
                   (unsigned long long)terms.seed, "without", "", "won", "lost", "drawn", "score",
                   "95 % interval");
    for (int i = 0; i < plan_kind_count && !status && !session_stopped(session); i++) {
        struct ablation_row row;
        if (only && plan_kind_table[i] != only)
            continue;
        status = ablation_run(&terms, plan_kind_table[i], &row, error);
        if (!status)
            print_ablation(session, &row);
    }
    return status;
}

const struct command command_bench_ablation = {
    .name = "bench ablation",
    .arguments = "[PLAN] [--games N]",
    .help = "measures what each plan is worth: the planner without it against the whole",
    .details = "A match for each plan, its weight 0 on one side. PLAN names one as doc/plans.md does\n"
               "(FlagDefense) or by its option group (plan_flag_defense). A score below 50 %: the planner\n"
               "is weaker without the plan.",
    .run = run_ablation,
};

static void print_rate(struct session *session, const char *name, uint64_t count, double seconds)
{
    session_printf(session, "figure %s %.0f 1/s\n", name,
                   seconds > 0 ? (double)count / seconds : 0);
}

static void print_rules(struct session *session, const struct rules *rules,
                        const struct bench_rules_result *result)
{
    session_printf(session, "rules %s, one core\n", rules->name);
    session_printf(session, "random playouts: %llu games, %llu moves, %.2f s\n",
                   (unsigned long long)result->games, (unsigned long long)result->moves,
                   result->playout_seconds);
    session_printf(session, "perft, depth %d: %llu positions, %llu leaves, %.2f s\n",
                   BENCH_PERFT_DEPTH, (unsigned long long)result->positions,
                   (unsigned long long)result->leaves, result->perft_seconds);
    print_rate(session, "playout-moves", result->moves, result->playout_seconds);
    print_rate(session, "perft-leaves", result->leaves, result->perft_seconds);
}

static enum status run_rules(struct session *session, int argc, char **argv, struct error *error)
{
    struct bench_rules_terms terms = {.seconds = 2, .seed = 1, .stop = session->stop};
    const struct flag flags[] = {
        {.name = "seconds", .kind = FLAG_NUMBER, .value = &terms.seconds, .low = 0, .high = 3600},
    };
    enum status status = arguments_parse(&command_bench_rules, flags, 1, &argc, argv, error);
    if (status)
        return status;
    if (argc)
        return usage_error(&command_bench_rules, error);
    struct setup *pool = NULL;
    status = load_setups(0, NULL, &pool, &terms.pool_count, error);
    if (status)
        return status;
    struct bench_rules_result result;
    rules_from_settings(&terms.rules, &session->settings, rules_find("isf"));
    if (session->has_seed)
        terms.seed = session->seed;
    terms.pool = pool;
    bench_rules_run(&terms, &result);
    free(pool);
    print_rules(session, &terms.rules, &result);
    return STATUS_OK;
}

const struct command command_bench_rules = {
    .name = "bench rules",
    .arguments = "[--seconds S]",
    .help = "measures the speed of the rules",
    .details = "Random playouts, each move drawn uniformly from the legal ones, and leaf positions counted\n"
               "one by one, from random setups and those that came with the program; all rules are on.",
    .run = run_rules,
};
