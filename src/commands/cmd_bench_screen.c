/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the screen sends, and how soon: bench screen. */
#include "commands/table.h"

#include "commands/shared_flags.h"
#include "lab/bench_screen.h"

struct bench_screen_args {
    const char *term;
    uint64_t rows, cols;
};

static enum status run_bench_screen(struct session *session, const void *arguments, struct error *error)
{
    const struct bench_screen_args *args = arguments;
    struct bench_screen_result result;
    const struct bench_screen_terms terms = {.terminal = args->term, .rows = (int)args->rows,
                                             .cols = (int)args->cols,
                                             .jobs = session->jobs, .stop = session->stop};
    enum status status = bench_screen_run(&terms, &result, error);
    if (status)
        return status;
    session_printf(session, "%s, %dx%d\n", terms.terminal, terms.cols, terms.rows);
    session_printf(session, "figure move %zu bytes\nfigure move-most %zu bytes\n", result.move,
                   result.move_most);
    session_printf(session, "figure move-typed %zu bytes\n", result.typed);
    session_printf(session, "figure step %zu bytes\nfigure step-most %zu bytes\n", result.step,
                   result.step_most);
    session_printf(session, "figure step-told %zu bytes\n", result.step_told);
    session_printf(session, "figure redraw %zu bytes\nfigure help %zu bytes\nfigure help-back %zu bytes\n",
                   result.redraw, result.help, result.help_back);
    session_printf(session, "figure first-screen %.1f ms\nfigure key %.2f ms\nfigure key-most %.2f ms\n",
                   1e3 * result.start, 1e3 * result.key, 1e3 * result.key_most);
    return STATUS_OK;
}

const struct command command_bench_screen = {
    .name = "bench screen",
    .group = GROUP_MEASURE,
    .keywords = "speed bytes terminal latency",
    .flags = ARGUMENTS(
        {.name = "term", .kind = VALUE_TEXT, .at = offsetof(struct bench_screen_args, term), .value = "NAME",
         .meaning = "the kind of terminal"},
        FLAG_WHOLE(struct bench_screen_args, rows, "rows", 12, 1000, "its rows"),
        FLAG_WHOLE(struct bench_screen_args, cols, "cols", 33, 1000, "its columns")),
    DEFAULTS(struct bench_screen_args, .term = "xterm-256color", .rows = 24, .cols = 80),
    .help = "measures what the screen sends to a terminal, and how soon",
    .details =
        "The program plays in a pseudo-terminal. Bytes, the middle one of several and the most: move, Enter\n"
        "that plays a move with its answer, move-typed with its letters too; step, the cursor one square\n"
        "on, step-told where what it is on is told beside the board; redraw, Ctrl-L; help, and help-back\n"
        "from it. Times: first-screen, from the start to the menu; key, from a key to its first byte while\n"
        "a search runs on --jobs threads.",
    .run = run_bench_screen,
};
