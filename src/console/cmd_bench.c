/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measurements: bench plans, bench rules. */
#include "console/commands.h"

#include "console/arguments.h"
#include "console/load.h"
#include "game/rules_option.h"
#include "lab/bench_plans.h"
#include "lab/bench_rules.h"

#include <stdlib.h>

static double nanoseconds(uint64_t count, double seconds)
{
    return count ? seconds * 1e9 / (double)count : 0;
}

static enum status run_plans(struct session *session, int argc, char **argv, struct error *error)
{
    struct bench_plans_terms terms = {.seconds = 1, .seed = 1, .stop = session->stop};
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
    bench_plans_run(&terms, &result);
    session_printf(session, "path finding: %llu fields, %.2f s; %llu lengths, %.2f s\n",
                   (unsigned long long)result.searches, result.search_seconds,
                   (unsigned long long)result.lengths, result.length_seconds);
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
    .details = "Path finding between pieces in random places: how long one field of all squares takes, and\n"
               "one way's length.",
    .run = run_plans,
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
               "one by one, from random set-ups and those that came with the program; all rules are on.",
    .run = run_rules,
};
