/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searches the moves ahead of a position: search, search tree. */
#include "commands/table.h"

#include "base/memory.h"
#include "base/plural.h"
#include "commands/guesser.h"
#include "commands/search_options.h"
#include "console/load.h"
#include "report/variation_text.h"

#include <stdlib.h>

struct search_args {
    const char *move;          /* the only move to search, for `search tree`; NULL: all moves */
    const char *path;
    struct word_list options;
    /* Limits (depth in plies) of the search, 0: not given; best moves with exact values; outcomes shown. */
    uint64_t depth, nodes, lines, outcomes;
    double seconds;            /* limit; 0: not given */
    bool speed;                /* show the time used */
};

/* A search and its result. study_free frees the contents. */
struct study {
    struct guess guess;        /* the view that is searched, and its belief about the enemy */
    struct search search;
    struct search_result *result;
    struct variation line;          /* the expected play after the best move */
};

/* Frees the contents of a study. */
static void study_free(struct study *study)
{
    guess_close(&study->guess);
    search_free(&study->search);
    free(study->result);
    variation_free(&study->line);
}

/* Reads the move that the user typed. STATUS_BAD if it cannot be read, STATUS_NO if it is illegal. */
static enum status read_move(const struct study *study, const struct command *command, const char *word,
                             struct move *move, struct error *error)
{
    struct move_with_ranks entered;
    const struct board *board = &study->guess.analysis->view.board;
    struct error why;
    if (move_read(word, study->guess.notation, &entered, NULL, &why) != STATUS_OK)
        return error_set(error, STATUS_BAD, "%s: '%.60s' is no move: %s", command->name, word, why.text);
    enum status status = STATUS_OK;
    if (board_check(board, entered.move) != MOVE_LEGAL)
        status = error_set(error, STATUS_NO, "%s: %s", word, illegal_text(board_check(board, entered.move)));
    *move = entered.move;
    return status;
}

/* Searches the position with the limits of the flags, and computes the expected play after the best move. Of
 * an attack it shows up to args->outcomes outcomes, those with a probability of 1 % or more. */
static enum status search_position(struct study *study, struct session *session,
                                   const struct command *command, const struct search_args *args,
                                   struct error *error)
{
    const struct view *view = &study->guess.analysis->view;
    const struct belief *belief = &study->guess.analysis->belief[study->guess.of];
    struct move root_move;
    enum status status = args->move ? read_move(study, command, args->move, &root_move, error) : STATUS_OK;
    struct search_terms terms = {.view = view, .belief = (const double(*)[RANKS])belief->p,
                                 .depth = (int)args->depth, .nodes = args->nodes,
                                 .hard_seconds = args->seconds, .lines = (int)args->lines,
                                 .root = args->move ? &root_move : NULL, .root_count = args->move ? 1 : 0,
                                 .threads = session->jobs, .stop = session->stop};
    struct variation_terms line = {.branches = (int)args->outcomes, .min = 0.01};
    if (status)
        return status;
    search_limit(&terms, &study->search.options);
    study->result = memory_new(1, sizeof *study->result);
    search_run(&study->search, &terms, study->result);
    if (study->result->depth > 0)
        search_variation(&study->search, study->result, &study->result->root[0], &line, &study->line);
    return STATUS_OK;
}

/* Searches the position of a file, or of the current game, for the side to move with the session's
 * options. */
static enum status search_file(struct study *study, struct session *session, const struct command *command,
                               const struct search_args *args, struct error *error)
{
    struct guess_request request = GUESS_DEFAULTS;
    struct search_options options;
    request.path = args->path;
    enum status status = guess_open(&study->guess, session, command, &request, error);
    if (!status && study->guess.closed.status) {
        *error = study->guess.closed;
        return error->status;
    }
    if (!status)
        status = load_check_open(command, args->path, study->guess.outcome, error);
    if (status)
        return status;
    search_options_read(&options, &session->settings);
    search_init(&study->search, &options);
    return search_position(study, session, command, args, error);
}

/* Prints the result: best move, depth, nodes, the expected play and, without `search tree`, the best
 * moves. */
static void print_search(struct session *session, const struct search_args *args, const struct study *study)
{
    const struct search_result *result = study->result;
    const struct board *board = &study->guess.analysis->view.board;
    bool stopped = session_stopped(session);
    struct text out = {0};
    char best[MOVE_TEXT];
    text_printf(&out, "%s  %s to move, ", /* the move first, for scripts */
                move_write(result->best, board->at[result->best.to] != NO_PIECE, study->guess.notation, best),
                side_name(board->to_move));
    if (result->depth > 0)
        text_printf(&out, "depth %d, longest line %d", result->depth, result->seldepth);
    else
        text_add(&out, "no depth finished");
    text_printf(&out, ", %llu node%s\n", (unsigned long long)result->nodes, plural(result->nodes));
    variation_add_text(&study->line, study->guess.notation, &out);
    if (!args->move) {
        text_add(&out, "\n");
        roots_add_text(result, board, study->guess.notation, &out);
    }
    if (args->speed)
        text_printf(&out, "\n%.3f s, %.0f nodes/s\n", result->seconds,
                    result->seconds > 0 ? (double)result->nodes / result->seconds : 0);
    if (stopped)
        text_add(&out, "\nStopped: this is what was found until then.\n");
    search_add_json(result, &study->line, board, stopped, study->guess.notation, session->answer);
    session_print_text(session, &out);
}

/* Refuses options after the command that limit the search, if --depth, --nodes or --time does so already. */
static enum status check_words(const struct command *command, const struct search_args *args,
                               struct error *error)
{
    static const char *const limits[] = {"depth", "nodes", "time", NULL};
    static const struct search_unused unused[] = {
        {limits, "where --depth, --nodes or --time is given, they alone say how far it looks"}, {0}};
    return args->depth || args->nodes || args->seconds > 0
               ? search_words_check(command, &args->options, unused, error) : STATUS_OK;
}

/* Runs `search` or `search tree`. Options after the command replace the session's for this command only. */
static enum status run_with_options(struct session *session, const struct command *command,
                                    const struct search_args *args, struct error *error)
{
    struct settings command_settings = {0}, session_settings = session->settings;
    struct study study = {0};
    enum status status = check_words(command, args, error);
    if (!status)
        status = search_settings_with(session, &args->options, &command_settings, error);
    if (status)
        return status;
    session->settings = command_settings;
    status = search_file(&study, session, command, args, error);
    if (!status)
        print_search(session, args, &study);
    session->settings = session_settings;
    settings_free(&command_settings);
    study_free(&study);
    return status;
}

/* Runs `search`. */
static enum status run_search(struct session *session, const void *arguments, struct error *error)
{
    return run_with_options(session, &command_search, arguments, error);
}

/* Runs `search tree`. */
static enum status run_tree(struct session *session, const void *arguments, struct error *error)
{
    return run_with_options(session, &command_search_tree, arguments, error);
}

#define LIMIT_FLAGS \
    FLAG_WHOLE(struct search_args, depth, "depth", 1, 40, "looks so many plies ahead", \
               .standard = "as the options search.* say"), \
    FLAG_WHOLE(struct search_args, nodes, "nodes", 1, UINT64_MAX, "looks at so many positions", \
               .standard = "the same"), \
    FLAG_NUMBER(struct search_args, seconds, "time", 0.001, 86400, "thinks for S seconds", .value = "S", \
                .unit = "s", .standard = "the same"), \
    FLAG_WHOLE(struct search_args, outcomes, "outcomes", 1, RANKS, \
               "prints so many outcomes of a fight, the likeliest"), \
    FLAG_SWITCH(struct search_args, speed, "speed", "prints how long it took")

const struct command command_search = {
    .name = "search", .group = GROUP_SEARCH,
    .keywords = "minimax engine depth look ahead best line lines variation evaluate analyse analyze "
                "analysis calculate",
    .analyses = true, .at = true,
    .words = ARGUMENTS(
        WORD_GAME(struct search_args, path),
        WORDS_SEARCH_OPTIONS(struct search_args, options)),
    .flags = ARGUMENTS(
        LIMIT_FLAGS,
        FLAG_WHOLE(struct search_args, lines, "lines", 1, MOVES_MAX,
                   "so many best moves get exact values, the others an upper bound")),
    .json = true, .out = true,
    DEFAULTS(struct search_args, .lines = 3, .outcomes = 3),
    .help = "looks ahead by *-minimax: the expected play, and what each move is worth",
    .details = "The expected play is a tree: behind a fight with an unknown piece stand its likeliest\n"
               "outcomes, each with its probability, its value and the play after it. Values are points\n"
               "for the side to move (doc/search.md). It knows what the side to move knows, and guesses\n"
               "by the options belief.* and the notes in the game. It thinks on --jobs threads, as far as\n"
               "there are lanes: one a thread with --time, else lanes=N. Options of the search may stand\n"
               "behind it: search probe=2 etc=no.",
    .run = run_search,
};

const struct command command_search_tree = {
    .name = "search tree", .group = GROUP_SEARCH,
    .keywords = "minimax variation lines outcomes analysis",
    .analyses = true, .at = true,
    .words = ARGUMENTS(
        {.name = "MOVE", .kind = VALUE_MOVE, .at = offsetof(struct search_args, move),
         .meaning = "the move to look behind"},
        WORD_GAME(struct search_args, path),
        WORDS_SEARCH_OPTIONS(struct search_args, options)),
    .flags = ARGUMENTS(LIMIT_FLAGS),
    .json = true, .out = true,
    DEFAULTS(struct search_args, .lines = 1, .outcomes = RANKS),
    .help = "the play that is expected after one move, with the outcomes of each fight",
    .details = "As search does, for one move: with all outcomes of the first fight, and of later ones those\n"
               "that come about once in a hundred times.",
    .run = run_tree,
};
