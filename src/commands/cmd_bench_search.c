/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measurements of the search: bench search. */
#include "commands/table.h"

#include "base/plural.h"
#include "commands/search_options.h"
#include "commands/shared_flags.h"
#include "lab/bench_search.h"

struct bench_search_args {
    uint64_t depth, each, threads;
    struct word_list options;
};

static void print_result(struct session *session, const struct bench_search_args *args,
                         const struct bench_search_result *result)
{
    session_printf(session, "%zu position%s, depth %llu: %llu node%s, %.2f s, %.3f s a position\n",
                   result->count, plural(result->count), (unsigned long long)args->depth,
                   (unsigned long long)result->nodes, plural(result->nodes), result->seconds,
                   result->count ? result->seconds / (double)result->count : 0);
    session_printf(session, "figure signature %016llx\n", (unsigned long long)result->signature);
    session_printf(session, "figure nodes %.0f 1/s\n",
                   result->seconds > 0 ? (double)result->nodes / result->seconds : 0);
    session_printf(session, "figure search-nodes %llu -\n", (unsigned long long)result->nodes);
    session_printf(session, "figure search-path %llu -\n", (unsigned long long)result->path);
}

static enum status check_threads(const struct bench_search_args *args, const struct search_options *options,
                                 struct error *error)
{
    unsigned long long threads = args->threads;
    if (threads <= 1 || options->lanes >= (double)threads)
        return STATUS_OK;
    return error_set(error, STATUS_BAD, "%s: --threads %llu needs lanes=%llu: a lane has one thread",
                     command_bench_search.name, threads, threads);
}

static enum status run_search(struct session *session, const void *arguments, struct error *error)
{
    const struct bench_search_args *args = arguments;
    struct search_options options;
    struct arts_positions positions = {0};
    struct bench_search_result result = {0};
    enum status status = search_words_check(&command_bench_search, &args->options, search_unused_on_positions,
                                            error);
    if (!status)
        status = search_options_with(session, &args->options, &options, error);
    if (!status)
        status = check_threads(args, &options, error);
    if (status)
        return status;
    arts_positions_standard(&positions);
    struct bench_search_terms terms = {.positions = &positions, .each = (size_t)args->each,
                                       .options = &options, .depth = (int)args->depth,
                                       .jobs = args->threads > 1 ? 1 : session->jobs,
                                       .threads = (int)args->threads, .stop = session->stop};
    status = bench_search_run(&terms, &result, error);
    if (!status)
        print_result(session, args, &result);
    bench_search_free(&result);
    arts_positions_free(&positions);
    return status;
}

const struct command command_bench_search = {
    .name = "bench search",
    .group = GROUP_MEASURE,
    .keywords = "speed nodes engine",
    .words = ARGUMENTS(WORDS_SEARCH_OPTIONS(struct bench_search_args, options)),
    .flags = ARGUMENTS(
        FLAG_WHOLE(struct bench_search_args, depth, "depth", 1, 40, "searches so many plies deep"),
        FLAG_EACH(struct bench_search_args, each),
        FLAG_WHOLE(struct bench_search_args, threads, "threads", 1, SEARCH_LANES,
                   "one position after the other, on N threads, by the clock; needs lanes=N")),
    .out = true,
    DEFAULTS(struct bench_search_args, .depth = 4, .each = 100, .threads = 1),
    .help = "measures the search on fixed positions",
    .details = "The signature is made of the nodes, value and move of each position: it changes only when\n"
               "the search does. Nodes a second are those of one core, whatever --jobs says. Each position\n"
               "is searched on one thread; with --threads 2 lanes=2 they come one after the other, each\n"
               "shared among so many lanes, at least one a thread. search-path counts the nodes of the\n"
               "busiest lane: those that come one after the other. Options of the search may stand behind\n"
               "it: bench search lanes=2 etc=no.",
    .run = run_search,
};
