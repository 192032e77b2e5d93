/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures an agent on positions with one right move: bench tactics. */
#include "commands/table.h"

#include "lab/bench_tactics.h"

struct bench_tactics_args {
    const char *agent;
    uint64_t depth; /* max plies; 0: no limit */
};

/* Prints a position that the agent did not solve: the right move and the move played (MOVE_NONE: none). */
static void print_missed(struct session *session, const struct tactic *item, struct move answer)
{
    enum notation notation = session_notation(session);
    const struct board *board = &item->position.board;
    char right[MOVE_TEXT], played[MOVE_TEXT] = "none";
    move_write(item->right, board->at[item->right.to] < PIECES, notation, right);
    if (!move_is_none(answer))
        move_write(answer, board->at[answer.to] < PIECES, notation, played);
    session_printf(session, "missed %-14s right %-8s played %-8s %d plies\n", item->name, right, played,
                   item->plies);
}

/* Prints the positions missed, how many of each theme were solved, and the figures. */
static void print_result(struct session *session, const struct tactics *tactics,
                         const struct bench_tactics_result *result)
{
    size_t found = 0;
    double seconds = 0;
    for (size_t i = 0; i < tactics->count; i++) {
        seconds += result->seconds[i];
        if (!move_equal(result->answer[i], tactics->items[i].right))
            print_missed(session, &tactics->items[i], result->answer[i]);
    }
    for (int theme = 0; theme < TACTIC_THEMES; theme++) {
        session_printf(session, "%-10s %2zu of %2zu\n", tactic_theme_names[theme], result->found[theme],
                       result->total[theme]);
        found += result->found[theme];
    }
    session_printf(session, "figure found %.1f %%\n",
                   tactics->count ? 100 * (double)found / (double)tactics->count : 0);
    session_printf(session, "figure seconds-a-position %.3f s\n",
                   tactics->count ? seconds / (double)tactics->count : 0);
}

/* Requests the agent's move in each of the standard positions and prints the result. The default seed is
 * 1. */
static enum status run_bench_tactics(struct session *session, const void *arguments, struct error *error)
{
    const struct bench_tactics_args *args = arguments;
    struct tactics tactics = {0};
    struct bench_tactics_result result = {0};
    tactics_standard(&tactics);
    struct bench_tactics_terms terms = {.tactics = &tactics, .agent = args->agent, .depth = (int)args->depth,
                                        .seed = session->has_seed ? session->seed : 1,
                                        .jobs = session->jobs, .settings = &session->settings,
                                        .library = session->library, .stop = session->stop};
    enum status status = bench_tactics_run(&terms, &result, error);
    if (!status)
        print_result(session, &tactics, &result);
    bench_tactics_free(&result);
    tactics_free(&tactics);
    return status;
}

const struct command command_bench_tactics = {
    .name = "bench tactics", .group = GROUP_MEASURE,
    .keywords = "puzzles exercises strength",
    .words = ARGUMENTS(
        WORD_AGENT(struct bench_tactics_args, agent, "AGENT", "the agent that solves them", .optional = true,
                   .standard = "star")),
    .flags = ARGUMENTS(
        FLAG_WHOLE(struct bench_tactics_args, depth, "depth", 0, 40,
                   "it may look so many plies ahead; 0: as far as it likes")),
    .out = true,
    DEFAULTS(struct bench_tactics_args, .agent = "star", .depth = 6),
    .help = "counts the positions with one right move that an agent solves",
    .details = "All ranks are known in them (see tactics show). Prints what it missed, then the share that\n"
               "it found of each theme.",
    .run = run_bench_tactics,
};
