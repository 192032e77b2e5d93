/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays moves out in many worlds, that is, draws of the hidden ranks: rollout. */
#include "commands/table.h"

#include "base/decimal.h"
#include "commands/move_request.h"
#include "report/study_text.h"

#include <stdio.h>

struct rollout_args {
    const char *agent, *path;
    struct word_list moves;
    uint64_t worlds, plies;      /* rollouts of each move; plies of a rollout, 0: the option vedette.plies */
    double seconds;              /* above 0: time to use in place of `worlds` */
    bool explain, speed;
};

/* For showing the results so far while the rollouts run. */
struct running_table {
    struct session *session;
    const struct move_request *request;
    double shown;                /* time of the last display, in seconds since the start; 0: none yet */
};

/* Writes a move, with an x if it is an attack ("a4xa5"), to `text` and returns `text`. */
static char *root_name(const struct running_table *running, struct move move, char text[MOVE_TEXT])
{
    bool attack = running->request->board->at[move.to] != NO_PIECE;
    return move_write(move, attack, session_notation(running->session), text);
}

/* Sorts the indices of the moves into `order`, the best value first. */
static void order_so_far(const struct progress *progress, int order[MOVES_MAX])
{
    for (int i = 0; i < progress->roots; i++) {
        int k = i;
        for (; k > 0 && progress->root[i].value > progress->root[order[k - 1]].value; k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
}

/* Appends a line with the number of rollouts and the best moves, as many as fit. It is the first line of the
 * progress, for displays with only one line. "With pull" is the value by which the moves are sorted: the mean
 * plus the bonus for the plans' points. */
static void add_summary_line(const struct running_table *running, const struct progress *progress,
                             const int *order, struct text *out)
{
    enum { WIDTH = 55 }; /* leaves columns for the hint how to stop, and for an echoed ^C */
    char entry[32 + MOVE_TEXT], name[MOVE_TEXT];
    text_printf(out, "%llu rollouts, with pull:", (unsigned long long)progress->nodes);
    for (int i = 0; i < progress->roots; i++) {
        const struct root_move *root = &progress->root[order[i]];
        int size = snprintf(entry, sizeof entry, " %s %.3f", root_name(running, root->move, name),
                            decimal_plain_zero(root->value, 3));
        if (out->size + (size_t)size > WIDTH)
            break;
        text_add(out, entry);
    }
}

/* Appends the first columns of the final table (study_add_table) for up to ROWS_MAX moves, and the column
 * "with pull", by which the moves are sorted: the mean plus the bonus for the plans' points. */
static void add_progress_table(const struct running_table *running, const struct progress *progress,
                               const int *order, struct text *out)
{
    enum { ROWS_MAX = 10 };
    char name[MOVE_TEXT];
    text_add(out, "\nmove      mean error worlds  with pull");
    for (int i = 0; i < progress->roots && i < ROWS_MAX; i++) {
        const struct root_move *root = &progress->root[order[i]];
        text_printf(out, "\n%-7s %6.3f %5.3f %6llu %10.3f", root_name(running, root->move, name),
                    decimal_plain_zero(root->value - root->bonus, 3), root->error,
                    (unsigned long long)root->visits, decimal_plain_zero(root->value, 3));
    }
}

/* Shows the results so far as progress, at most every 0.2 seconds. `context` is a struct running_table. */
static void show_so_far(void *context, const struct progress *progress)
{
    const double interval = 0.2;
    struct running_table *running = context;
    struct text out = {0};
    int order[MOVES_MAX];
    if (running->shown > 0 && progress->seconds < running->shown + interval)
        return;
    running->shown = progress->seconds;
    order_so_far(progress, order);
    add_summary_line(running, progress, order, &out);
    add_progress_table(running, progress, order, &out);
    if (running->session->progress)
        running->session->progress(running->session, text_string(&out));
    text_free(&out);
}

/* Prints the final result: table, summary and legend. With --explain prints each move too. `played` is not
 * used. */
static void print_rollouts(struct session *session, const struct move_request *request,
                           const struct rollout_study *study, struct move played)
{
    (void)played;
    const struct rollout_args *args = request->report_context;
    enum notation notation = session_notation(session);
    struct text out = {0};
    int order[HALVING_ARMS], count = study_order(study, order);
    session_progress(session, "%s", ""); /* clears the progress, whose place the answer takes */
    /* The table comes first, since scripts read its columns move, mean, error, worlds. */
    study_add_table(study, notation, &out);
    text_add(&out, "\n");
    study_add_headline(study, notation, &out);
    study_add_legend(study, notation, &out);
    for (int i = 0; i < count && args->explain; i++) {
        text_add(&out, "\n");
        study_move(study, order[i], notation, &out);
    }
    if (args->speed)
        text_printf(&out, "\n%.3f s, %.0f rollouts/s\n", study->seconds,
                    study->seconds > 0 ? (double)study->trials / study->seconds : 0);
    study_add_json(study, notation, args->speed, NULL, session->answer);
    session_print_text(session, &out);
}

/* Returns the path of the game. The user may also write it after the moves: if the last of two or more words
 * is not a move, it is a file. `moves` gets the other words. */
static const char *split_file(const struct session *session, const struct rollout_args *args,
                              struct word_list *moves)
{
    struct move_with_ranks named;
    *moves = args->moves;
    if (args->path || moves->count < 2)
        return args->path;
    const char *last = moves->word[moves->count - 1];
    if (move_read(last, session_notation(session), &named, NULL, NULL) == STATUS_OK)
        return NULL;
    moves->count--;
    return last;
}

/* Runs `rollout`. */
static enum status run_rollout(struct session *session, const void *arguments, struct error *error)
{
    const struct rollout_args *args = arguments;
    struct running_table running = {.session = session};
    struct word_list moves;
    const char *path = split_file(session, args, &moves);
    struct move_request request = {.command = &command_rollout, .agent = args->agent, .path = path,
                                   .moves = moves, .print = print_rollouts, .report_context = args,
                                   .think = {.depth = (int)args->plies, .soft_seconds = args->seconds,
                                             .samples = args->seconds > 0 ? 0 : args->worlds,
                                             .all_roots = true}};
    running.request = &request;
    if (session->progress) {
        request.think.report = show_so_far;
        request.think.context = &running;
    }
    enum status status = move_request_run(session, &request, error);
    session_progress(session, "%s", "");
    return status;
}

const struct command command_rollout = {
    .name = "rollout", .group = GROUP_PLAN,
    .keywords = "simulation simulate Monte Carlo playout MCTS odds chance evaluate",
    .analyses = true, .at = true,
    .words = ARGUMENTS(
        WORD_GAME(struct rollout_args, path),
        {.name = "MOVE", .kind = VALUE_MOVE, .list = true, .optional = true,
         .at = offsetof(struct rollout_args, moves), .meaning = "what is played out, up to 32 moves",
         .standard = "what vedette would try"}),
    .flags = ARGUMENTS(
        FLAG_WHOLE(struct rollout_args, worlds, "worlds", 1, 65536, "so many rollouts of each move",
                   .unlike = "time"),
        FLAG_WHOLE(struct rollout_args, plies, "plies", 1, 1000, "their length, the move itself counted",
                   .standard = "the option vedette.plies"),
        FLAG_NUMBER(struct rollout_args, seconds, "time", 0.001, 86400,
                    "goes on for S seconds, in place of --worlds", .value = "S", .unit = "s"),
        FLAG_AGENT(struct rollout_args, agent, "agent",
                   "plays out: vedette with other options, but for worlds and time: vedette:pull=0"),
        FLAG_SWITCH(struct rollout_args, explain, "explain",
                    "prints for each move what 'hint --agent vedette' does"),
        FLAG_SWITCH(struct rollout_args, speed, "speed", "prints how long it took")),
    .json = true, .out = true,
    DEFAULTS(struct rollout_args, .agent = "vedette", .worlds = 100),
    .help = "plays moves out in worlds drawn from what may be, and compares what comes of them",
    .details = "FILE may stand behind the moves too. Each move is played in the same worlds, in which every\n"
               "hidden enemy piece has a rank drawn from the guesser's belief; both sides then go on by\n"
               "plans, or the enemy as another kind of player does (doc/rollout.md). All get as many\n"
               "worlds. The best comes first; * marks what vedette would play by these figures: the\n"
               "highest sum of the mean and a part of the plans' points. Given many worlds or much time for\n"
               "a move of its own, it plays out longer (the option vedette.deepen).\n"
               "Without --time the answer is the same for the same --seed and any --jobs. Without --seed\n"
               "the worlds in a game of an agent are those it drew.",
    .run = run_rollout,
};
