/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures speed: bench agents, belief, net, plans, rollout, rules, screen, search. */
#include "commands/table.h"

#include "agent/agent.h"
#include "base/plural.h"
#include "commands/search_options.h"
#include "console/load.h"
#include "game/rules_option.h"
#include "lab/bench.h"
#include "lab/bench_search.h"

#include <stdlib.h>

/* The arguments of all these benches; each command uses some of them. */
struct speed_args {
    double seconds; /* of a measurement */
    /* Games to play; agents of each kind; positions of a batch; plies of a rollout; size of the terminal;
     * plies of a search; positions of each phase; threads of a search. */
    uint64_t games, count, batch, plies, rows, cols, depth, each, threads;
    int variant;
    const char *term;
    struct word_list agents, options;
};

/* Fills the terms that all benches have in common. */
static struct bench_terms fill_terms_from_args(const struct session *session, const struct speed_args *args)
{
    return (struct bench_terms){.settings = &session->settings, .library = session->library,
                                .seed = session->has_seed ? session->seed : 1, .jobs = session->jobs,
                                .seconds = args->seconds, .stop = session->stop};
}

/* Prints the text of a bench if it succeeded, and frees the text. Returns `status`. */
static enum status finish_bench(struct session *session, enum status status, struct text *out)
{
    if (!status)
        session_print_text(session, out);
    text_free(out);
    return status;
}

/* Measures what it costs to start agents. */
static enum status run_bench_agents(struct session *session, const void *arguments, struct error *error)
{
    const struct speed_args *args = arguments;
    const struct bench_terms terms = fill_terms_from_args(session, args);
    struct text out = {0};
    enum status status = bench_agents(&terms, variant_at((uint8_t)args->variant), (int)args->count,
                                      (const char *const *)args->agents.word, (size_t)args->agents.count,
                                      &out, error);
    return finish_bench(session, status, &out);
}

const struct command command_bench_agents = {
    .name = "bench agents", .group = GROUP_MEASURE,
    .keywords = "start memory speed",
    .words = ARGUMENTS(
        WORD_AGENT(struct speed_args, agents, "AGENT", "these alone", .list = true, .optional = true,
                   .standard = "each of them")),
    .flags = ARGUMENTS(
        FLAG_VARIANT(struct speed_args, variant),
        FLAG_WHOLE(struct speed_args, count, "count", 1, 10000,
                   "the agents of each kind that are measured, after as many and one more")),
    .out = true,
    DEFAULTS(struct speed_args, .count = 100),
    .help = "measures what starting an agent takes, and counts the copies of what agents know",
    .details =
        "model-readable, model-packed: reading the belief model that came with the program, in either\n"
        "form. Of each agent: -first, the first in a process, which reads what it knows; -later, each\n"
        "one after it; -memory, what one more takes; -copies, how often the same statistics or model\n"
        "are in the process while all of them are there. One core.",
    .run = run_bench_agents,
};

/* Measures how fast the guesser processes events and draws samples. */
static enum status run_bench_belief(struct session *session, const void *arguments, struct error *error)
{
    const struct speed_args *args = arguments;
    const struct bench_terms terms = fill_terms_from_args(session, args);
    struct text out = {0};
    return finish_bench(session, bench_belief(&terms, (int)args->games, &out, error), &out);
}

const struct command command_bench_belief = {
    .name = "bench belief", .group = GROUP_MEASURE,
    .keywords = "guesser speed time",
    .flags = ARGUMENTS(FLAG_GAMES(struct speed_args, games, 1, "random games of at most 300 moves")),
    .out = true,
    DEFAULTS(struct speed_args, .games = 60),
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

/* Measures how fast networks are, compared with OpenBLAS. */
static enum status run_bench_net(struct session *session, const void *arguments, struct error *error)
{
    const struct speed_args *args = arguments;
    const struct bench_terms terms = fill_terms_from_args(session, args);
    struct text out = {0};
    return finish_bench(session, bench_net(&terms, (size_t)args->batch, &out, error), &out);
}

const struct command command_bench_net = {
    .name = "bench net", .group = GROUP_MEASURE,
    .keywords = "networks speed GFLOP sgemm OpenBLAS",
    .flags = ARGUMENTS(
        FLAG_SECONDS(struct speed_args, seconds),
        FLAG_WHOLE(struct speed_args, batch, "batch", 1, 1024, "positions of a batch")),
    .out = true,
    DEFAULTS(struct speed_args, .seconds = 0.5, .batch = 64),
    .help = "measures how fast networks are, beside a library's matrix product",
    .details =
        "A residual network on a board of 10x10 with 82 planes. product: one matrix product as its layers\n"
        "have them; forward, backward: the passes over a batch that learns; many: a forward pass over a\n"
        "batch for its answers alone; one: that of one position; row: one row by a matrix of 512 x 512.\n"
        "First by the program's own product, then (library-) by OpenBLAS's, if it is installed. sgemm is\n"
        "the library's product; shares are of it. Of each the best of five tries, on one core.",
    .run = run_bench_net,
};

/* Measures how fast the planner makes its plans. */
static enum status run_bench_plans(struct session *session, const void *arguments, struct error *error)
{
    const struct speed_args *args = arguments;
    const struct bench_terms terms = fill_terms_from_args(session, args);
    struct text out = {0};
    return finish_bench(session, bench_plans(&terms, &out, error), &out);
}

const struct command command_bench_plans = {
    .name = "bench plans", .group = GROUP_MEASURE,
    .keywords = "speed time",
    .flags = ARGUMENTS(FLAG_SECONDS(struct speed_args, seconds)),
    .out = true,
    DEFAULTS(struct speed_args, .seconds = 1),
    .help = "measures the speed of planning",
    .details = "plan-table: all plans, instances and moves of a position of games of invincible against\n"
               "itself; plan-ply: a ply of a rollout from there, all of it, with frozen beliefs ('bench\n"
               "rollout' measures its parts); self-game: such a game, whole. path-field and path-length:\n"
               "path finding between pieces in random places, a field of all squares and one way's\n"
               "length. One core.",
    .run = run_bench_plans,
};

/* Measures how fast rollouts are. */
static enum status run_bench_rollout(struct session *session, const void *arguments, struct error *error)
{
    const struct speed_args *args = arguments;
    const struct bench_terms terms = fill_terms_from_args(session, args);
    struct text out = {0};
    enum status status = bench_rollout(&terms, (int)args->plies, (size_t)args->games, &out, error);
    return finish_bench(session, status, &out);
}

const struct command command_bench_rollout = {
    .name = "bench rollout", .group = GROUP_MEASURE,
    .keywords = "speed simulation Monte Carlo",
    .flags = ARGUMENTS(
        FLAG_SECONDS(struct speed_args, seconds),
        FLAG_WHOLE(struct speed_args, plies, "plies", 1, 1000, "of each rollout"),
        FLAG_GAMES(struct speed_args, games, 0, "that the signature is made of")),
    .out = true,
    DEFAULTS(struct speed_args, .seconds = 1, .plies = BENCH_ROLLOUT_PLIES, .games = 20),
    .help = "measures how fast the planner plays games on",
    .details =
        "From positions of games of invincible against itself both sides go on by the highest total of\n"
        "the plans, each by its own view: with what was believed at the start (frozen), and with beliefs\n"
        "that follow every move (live). ply: the whole of it; event, worth, context, choice and belief:\n"
        "its parts, measured in a second run of the same plies; plan_NAME: a plan by itself. One core.\n"
        "signature: made of the moves chosen in games with setups and beliefs that hang on nothing else,\n"
        "by the plans' options in force and by others drawn round them, and of their reasons; it changes\n"
        "only when a choice of the planner does. totals: of the same games, made of every move's points\n"
        "to their last bit.",
    .run = run_bench_rollout,
};

/* Measures how fast the rules are, on random games from the program's setups. */
static enum status run_bench_rules(struct session *session, const void *arguments, struct error *error)
{
    const struct speed_args *args = arguments;
    const struct bench_terms terms = fill_terms_from_args(session, args);
    struct text out = {0};
    const struct variant *variant = variant_at((uint8_t)args->variant);
    struct setup *pool = NULL;
    struct rules rules;
    size_t count;
    enum status status = load_setups(variant, 0, NULL, &pool, &count, error);
    rules_from_settings(&rules, &session->settings, rules_find("isf"));
    if (!status)
        bench_rules(&terms, variant, &rules, pool, count, &out);
    free(pool);
    return finish_bench(session, status, &out);
}

const struct command command_bench_rules = {
    .name = "bench rules", .group = GROUP_MEASURE,
    .keywords = "speed perft moves generation",
    .flags = ARGUMENTS(
        FLAG_SECONDS(struct speed_args, seconds),
        FLAG_VARIANT(struct speed_args, variant)),
    .out = true,
    DEFAULTS(struct speed_args, .seconds = 2),
    .help = "measures the speed of the rules",
    .details = "Random playouts, each move drawn uniformly from the legal ones, and leaf positions counted\n"
               "one by one, from random setups and those that came with the program; all rules are on.\n"
               "make-unmake: a move made and taken back; set-ranks: all of a side's unknown ranks set at\n"
               "once; clear-ranks: taken back. signature: a number that changes only when the rules of\n"
               "play do, or the pieces of the variant.",
    .run = run_bench_rules,
};

/* Measures how many bytes the screen sends, and how soon. */
static enum status run_bench_screen(struct session *session, const void *arguments, struct error *error)
{
    const struct speed_args *args = arguments;
    const struct bench_terms terms = fill_terms_from_args(session, args);
    struct text out = {0};
    enum status status = bench_screen(&terms, args->term, (int)args->rows, (int)args->cols, &out, error);
    return finish_bench(session, status, &out);
}

const struct command command_bench_screen = {
    .name = "bench screen", .group = GROUP_MEASURE,
    .keywords = "speed bytes terminal latency",
    .flags = ARGUMENTS(
        FLAG_TEXT(struct speed_args, term, "term", "the kind of terminal", .value = "NAME"),
        FLAG_WHOLE(struct speed_args, rows, "rows", 12, 1000, "its rows"),
        FLAG_WHOLE(struct speed_args, cols, "cols", 33, 1000, "its columns")),
    DEFAULTS(struct speed_args, .term = "xterm-256color", .rows = 24, .cols = 80),
    .help = "measures what the screen sends to a terminal, and how soon",
    .details =
        "The program plays in a pseudo-terminal. Bytes, the median of several and the max: move, Enter\n"
        "that plays a move with its answer, move-typed with its letters too; step, the cursor one square\n"
        "on, step-info where the board's side shows what it is on; redraw, Ctrl-L; help, and help-back\n"
        "from it. Times: first-screen, from the start to the menu; key, from a key to its first byte while\n"
        "a search runs on --jobs threads.",
    .run = run_bench_screen,
};

/* Appends the result of bench search and its figures. */
static void add_search_result(const struct bench_search_result *result, int depth, struct text *out)
{
    text_printf(out, "%zu position%s, depth %d: %llu node%s, %.2f s, %.3f s a position\n", result->count,
                plural(result->count), depth, (unsigned long long)result->nodes, plural(result->nodes),
                result->seconds, bench_ratio(result->seconds, (double)result->count));
    text_printf(out, "figure signature %016llx\n", (unsigned long long)result->signature);
    bench_figure(out, "nodes", 0, bench_ratio((double)result->nodes, result->seconds), "1/s");
    bench_figure(out, "search-nodes", 0, (double)result->nodes, "-");
    bench_figure(out, "search-path", 0, (double)result->path, "-");
}

/* Searches the standard positions. With --threads above 1 the positions are searched one after the other,
 * each on several lanes. */
static enum status run_bench_search(struct session *session, const void *arguments, struct error *error)
{
    const struct speed_args *args = arguments;
    struct search_options options;
    struct arts_positions positions = {0};
    struct bench_search_result result = {0};
    struct text out = {0};
    unsigned long long threads = args->threads;
    enum status status = search_words_check(&command_bench_search, &args->options, search_unused_on_positions,
                                            error);
    if (!status)
        status = search_options_with(session, &args->options, &options, error);
    if (!status && threads > 1 && options.lanes < (double)threads)
        status = error_set(error, STATUS_BAD, "%s: --threads %llu needs lanes=%llu: a lane has one thread",
                           command_bench_search.name, threads, threads);
    if (status)
        return status;
    arts_positions_standard(&positions);
    const struct bench_search_terms terms = {.positions = &positions, .each = (size_t)args->each,
                                             .options = &options, .depth = (int)args->depth,
                                             .jobs = threads > 1 ? 1 : session->jobs,
                                             .threads = (int)threads, .stop = session->stop};
    status = bench_search_run(&terms, &result, error);
    if (!status)
        add_search_result(&result, terms.depth, &out);
    bench_search_free(&result);
    arts_positions_free(&positions);
    return finish_bench(session, status, &out);
}

const struct command command_bench_search = {
    .name = "bench search", .group = GROUP_MEASURE,
    .keywords = "speed nodes engine",
    .words = ARGUMENTS(WORDS_SEARCH_OPTIONS(struct speed_args, options)),
    .flags = ARGUMENTS(
        FLAG_WHOLE(struct speed_args, depth, "depth", 1, 40, "searches so many plies deep"),
        FLAG_EACH(struct speed_args, each),
        FLAG_WHOLE(struct speed_args, threads, "threads", 1, SEARCH_LANES,
                   "one position after the other, on N threads, by the clock; needs lanes=N")),
    .out = true,
    DEFAULTS(struct speed_args, .depth = 4, .each = 100, .threads = 1),
    .help = "measures the search on fixed positions",
    .details = "The signature is made of the nodes, value and move of each position: it changes only when\n"
               "the search does. Nodes a second are those of one core, whatever --jobs says. Each position\n"
               "is searched on one thread; with --threads 2 lanes=2 they come one after the other, each\n"
               "shared among so many lanes, at least one a thread. search-path counts the nodes of the\n"
               "busiest lane: those that come one after the other. Options of the search may stand behind\n"
               "it: bench search lanes=2 etc=no.",
    .run = run_bench_search,
};
