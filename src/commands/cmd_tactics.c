/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions with exactly one right move: tactics check, tactics make, tactics show. */
#include "commands/table.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "base/plural.h"
#include "file/file.h"
#include "lab/solver.h"
#include "lab/tactics_make.h"

#include <stdlib.h>
#include <string.h>

/* --- make --- */

struct tactics_make_args {
    /* Positions to find of each theme, of each rare theme; max number of positions to try, 0: no limit. */
    uint64_t a_theme, a_rare_theme, candidates;
};

/* Shows the numbers of candidates tried and of positions found as progress. */
static void print_tried(void *context, size_t tried, size_t found)
{
    session_progress(context, "%zu candidate%s, %zu tactic%s", tried, plural(tried), found, plural(found));
}

/* Runs `tactics make`. Without --seed the seed is 1, which made the built-in positions. */
static enum status run_make(struct session *session, const void *arguments, struct error *error)
{
    const struct tactics_make_args *args = arguments;
    struct text text = {0};
    struct tactics_make_terms terms = {.a_theme = (size_t)args->a_theme,
                                       .a_rare_theme = (size_t)args->a_rare_theme,
                                       .candidates = (size_t)args->candidates,
                                       .seed = session->has_seed ? session->seed : 1, .jobs = session->jobs,
                                       .settings = &session->settings, .library = session->library,
                                       .stop = session->stop, .progress = print_tried, .context = session};
    enum status status = tactics_make(&terms, &text, error);
    session_progress(session, "%s", "");
    if (!status)
        session_print_document(session, "tactics", &text);
    text_free(&text);
    return status;
}

const struct command command_tactics_make = {
    .name = "tactics make", .group = GROUP_MEASURE,
    .keywords = "puzzles exercises",
    .flags = ARGUMENTS(
        FLAG_WHOLE(struct tactics_make_args, a_theme, "count", 0, 99, "how many of each theme"),
        FLAG_WHOLE(struct tactics_make_args, a_rare_theme, "rare", 0, 99, "how many of repetition and spy"),
        FLAG_WHOLE(struct tactics_make_args, candidates, "candidates", 0, UINT32_MAX,
                   "tries so many at most; 0: as many as it takes")),
    .out = true,
    DEFAULTS(struct tactics_make_args, .a_theme = TACTICS_A_THEME, .a_rare_theme = TACTICS_A_RARE_THEME),
    .help = "finds positions with all ranks known and one right move, by an exhaustive solver",
    .details = "Right is a move that wins the game or material within five plies where every other move\n"
               "does not (doc/positions.md). It takes some minutes. With --seed 1, which is the default, it\n"
               "found those that the program has.",
    .run = run_make,
};

/* --- show --- */

struct tactics_show_args {
    const char *name; /* of the position to write as a file; NULL: list all */
};

/* Prints one position as a line of the list: side to move, right move, depth in plies, numbers of pieces
 * and legal moves. */
static void print_tactic_row(struct session *session, const struct tactic *item)
{
    const struct board *board = &item->position.board;
    struct json *json = session->answer;
    struct move moves[MOVES_MAX];
    int pieces = bits_count(board->occupied[RED] | board->occupied[BLUE]), legal = board_moves(board, moves);
    char text[MOVE_TEXT];
    move_write(item->right, board->at[item->right.to] < PIECES, session_notation(session), text);
    session_printf(session, "%-14s %-4s %-8s %d %s, %2d pieces, %2d moves\n", item->name,
                   side_name(board->to_move), text, item->plies,
                   plural_of((uint64_t)item->plies, "ply", "plies"), pieces, legal);
    json_printf(json, "{name: %s, to_move: %s, move: %s, plies: %d, pieces: %d, legal_moves: %d}",
                item->name, side_name(board->to_move), text, item->plies, pieces, legal);
}

/* Runs `tactics show`: lists the built-in positions, or writes one as a file. */
static enum status run_show(struct session *session, const void *arguments, struct error *error)
{
    const struct tactics_show_args *args = arguments;
    struct tactics tactics = {0};
    bool found = !args->name;
    tactics_standard(&tactics);
    if (!args->name)
        json_printf(session->answer, "{tactics: [");
    for (size_t i = 0; i < tactics.count; i++) {
        if (!args->name) {
            print_tactic_row(session, &tactics.items[i]);
        } else if (strcmp(args->name, tactics.items[i].name) == 0) {
            found = true;
            struct text text = {0};
            position_write(&tactics.items[i].position, &text);
            session_print_document(session, "position", &text);
        }
    }
    if (!args->name)
        json_printf(session->answer, "]}");
    tactics_free(&tactics);
    return found ? STATUS_OK : error_set(error, STATUS_BAD, "tactics show: found '%.40s', expected a name as "
                                         "fork-01", args->name);
}

/* Gives completion the names of the built-in positions. */
static void list_tactics(name_taker *take, void *context)
{
    struct tactics tactics = {0};
    tactics_standard(&tactics);
    for (size_t i = 0; i < tactics.count; i++)
        take(context, tactics.items[i].name);
    tactics_free(&tactics);
}

const struct command command_tactics_show = {
    .name = "tactics show", .group = GROUP_MEASURE,
    .keywords = "puzzles exercises",
    .words = ARGUMENTS(
        WORD_TEXT(struct tactics_show_args, name, "NAME", "the one to write as a position file",
                  .names = list_tactics, .optional = true, .standard = "a list of them all")),
    .out = true, .args_size = sizeof(struct tactics_show_args),
    .help = "lists the positions with one right move, and that move, or writes one as a position file",
    .details = "Plies: so deep an exhaustive search must look to find the move.",
    .run = run_show,
};

/* --- check --- */

struct tactics_checks {
    struct session *session;
    struct tactics tactics;
    enum status *status;      /* the result for each position */
    struct error *error;      /* the reason for each position whose status is not OK */
};

/* Solves the position with this index again: its move must stay the right one up to depth SOLVER_HOLDS. Runs
 * in parallel for all positions. */
static void check_tactic(void *context, size_t index)
{
    struct tactics_checks *checks = context;
    checks->status[index] = tactic_check(&checks->tactics.items[index], SOLVER_HOLDS, checks->session->stop,
                                         &checks->error[index]);
}

/* Runs `tactics check`: solves all built-in positions. The error is that of the first unsound one. */
static enum status run_check(struct session *session, const void *arguments, struct error *error)
{
    struct tactics_checks checks = {.session = session};
    enum status status = STATUS_OK;
    (void)arguments;
    tactics_standard(&checks.tactics);
    size_t count = checks.tactics.count;
    checks.status = memory_new(count, sizeof *checks.status);
    checks.error = memory_new(count, sizeof *checks.error);
    parallel_run(session->jobs, count, check_tactic, &checks);
    for (size_t i = 0; i < count && !status; i++)
        if (checks.status[i]) {
            status = checks.status[i];
            *error = checks.error[i];
        }
    if (!status) {
        session_printf(session, "%zu tactic%s, each with one right move\n", count, plural(count));
        json_printf(session->answer, "{tactics: %zu, sound: true}", count);
    }
    tactics_free(&checks.tactics);
    free(checks.status);
    free(checks.error);
    return status;
}

const struct command command_tactics_check = {
    .name = "tactics check", .group = GROUP_MEASURE,
    .keywords = "puzzles exercises solve",
    .json = true,
    .help = "solves the positions with one right move again",
    .details = "Half a minute. The answer is no (exit status 1) at the first that is not as it is stored.",
    .run = run_check,
};
