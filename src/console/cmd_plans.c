/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the planner thinks: plans, hint, why. */
#include "console/commands.h"

#include "base/decimal.h"
#include "base/memory.h"
#include "console/arguments.h"
#include "console/load.h"
#include "file/notation.h"
#include "plan/mind.h"
#include "play/game.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS_A_BLOCK = 8 /* of eight letters each, beside move and total: 80 columns */ };

/* A position as the planner looks at it: the side to move and what that side may know. */
struct study {
    struct view view;
    struct mind mind;
    struct rng rng, before;       /* `before`: as it stood before the table was made */
    struct plan_context *context;
    struct plan_table table;
    enum notation notation;       /* of what is printed */
    int best;                     /* index of the chosen move; -1: none is legal */
    struct move played;           /* of `why`: the move that was made there */
};

static void study_close(struct study *study)
{
    plan_table_free(&study->table);
    mind_free(&study->mind);
    view_free(&study->view);
    free(study->context);
    *study = (struct study){0};
}

/* Makes the table for a position of a recorded game: by the options and the chance of the agent whose move it
 * is, or where a person moves or nobody is named, by the session's. */
static void study_make(struct study *study, struct session *session, const struct record *record,
                       const struct position *position)
{
    const struct board *board = &position->board;
    struct settings own = {0};
    struct error error = {0};
    rng_seed(&study->rng, session->seed, 0);
    if (game_mover(record, board->to_move, board->plies, &session->settings, &own,
                   &study->rng, &error))
        session_notice(session, "told by the options in force here: %s", error.text);
    view_init(&study->view, position, board->to_move);
    mind_init(&study->mind, &own);
    study->context = memory_new(1, sizeof *study->context);
    study->before = study->rng;
    mind_context(&study->mind, &study->view, &study->rng, study->context);
    study->notation = study->context->notation = session_notation(session);
    study->best = planner_table(&study->mind.planner, study->context, &study->table);
    settings_free(&own);
}

/* Takes the last move back from a position, into `played`; STATUS_BAD where there is none. */
static enum status step_back(struct position *position, struct move *played, struct error *error)
{
    const struct board *board = &position->board;
    if (board->plies == board->recalled)
        return error_set(error, STATUS_BAD, "why: no move has been played");
    *played = board->history[board->plies - 1].move;
    board_unmake(&position->board);
    return STATUS_OK;
}

/* Opens a study of a file, or of the game at hand where `path` is NULL; with `back`, of the position before
 * the last move. While a person plays an agent, what the agent thinks is not for showing: its moves tell of
 * its ranks. study_close gives it back, also after an error. */
static enum status study_open(struct study *study, struct session *session, const struct command *command,
                              const char *path, bool back, struct error *error)
{
    struct position own = {0};
    struct record record = {0};
    enum status status = load_record(session, command, path, UINT64_MAX, &record, &own, error);
    if (!status && back)
        status = step_back(&own, &study->played, error);
    if (!status)
        status = load_may_show(session, path, own.board.to_move, error);
    if (!status && position_outcome(&own).result != RESULT_OPEN)
        status = error_set(error, STATUS_BAD, "the game is over: there is nothing to plan");
    if (!status)
        study_make(study, session, &record, &own);
    position_free(&own);
    record_clear(&record);
    return status;
}

/* The sum of all instances of a kind for a move. */
static double kind_value(const struct study *study, const struct plan_kind *kind, int move)
{
    double sum = 0;
    for (int i = 0; i < study->table.columns; i++)
        if (study->table.column[i].kind == kind)
            sum += study->table.column[i].value[move];
    return sum;
}

static bool kind_speaks(const struct study *study, const struct plan_kind *kind)
{
    for (int move = 0; move < study->table.moves; move++)
        if (kind_value(study, kind, move) != 0)
            return true;
    return false;
}

/* The moves by falling total, equal ones as they come. */
static void sort_moves(const struct study *study, int *order)
{
    for (int i = 0; i < study->table.moves; i++) {
        int at = i;
        for (; at > 0 && study->table.total[order[at - 1]] < study->table.total[i]; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

/* Seven letters: "0.291", "-11", "." for nothing. */
static void add_number(struct text *out, double value)
{
    int digits = fabs(value) >= 100 ? 1 : fabs(value) >= 10 ? 2 : 3;
    if (value == 0)
        text_add(out, "       .");
    else
        text_printf(out, " %7.*f", digits, decimal_plain_zero(value, digits));
}

/* One block of the table: some of the columns, all moves. */
static void write_block(const struct study *study, const struct plan_kind *const *kinds, int count,
                        const int *order, struct text *out)
{
    char name[MOVE_TEXT];
    text_add(out, "  move        total");
    for (int k = 0; k < count; k++)
        text_printf(out, " %7s", kinds[k]->column);
    text_add(out, "\n");
    for (int i = 0; i < study->table.moves; i++) {
        int move = order[i];
        bool attack = plan_attacks(study->context, move);
        move_write(study->context->moves[move].move, attack, study->notation, name);
        text_printf(out, "%c %-8s", move == study->best ? '*' : ' ', name);
        add_number(out, study->table.total[move]);
        for (int k = 0; k < count; k++)
            add_number(out, kind_value(study, kinds[k], move));
        text_add(out, "\n");
    }
}

static void write_table(const struct study *study, struct text *out)
{
    const struct plan_kind **kinds = memory_new((size_t)plan_kind_count, sizeof *kinds);
    int *order = memory_new((size_t)study->table.moves, sizeof *order), count = 0;
    for (int i = 0; i < plan_kind_count; i++)
        if (kind_speaks(study, plan_kind_table[i]))
            kinds[count++] = plan_kind_table[i];
    sort_moves(study, order);
    text_printf(out, "%s to move, state %.2f; points, a piece of value 1 being worth %g\n",
                side_name(study->view.side), study->mind.worth.state[study->view.side],
                study->mind.planner.scale);
    for (int first = 0; first == 0 || first < count; first += COLUMNS_A_BLOCK) {
        if (first)
            text_add(out, "\n");
        int left = count - first;
        write_block(study, kinds + first, left < COLUMNS_A_BLOCK ? left : COLUMNS_A_BLOCK, order, out);
    }
    free(order);
    free(kinds);
}

/* The active instances, a line each: what it is about, how many moves it speaks of, least and most. */
static void write_active(const struct study *study, struct text *out)
{
    for (int i = 0; i < study->table.columns; i++) {
        const struct plan_column *column = &study->table.column[i];
        char head[PLAN_HEAD];
        double least = 0, most = 0;
        int moves = 0;
        for (int move = 0; move < study->table.moves; move++) {
            moves += column->value[move] != 0;
            least = fmin(least, column->value[move]);
            most = fmax(most, column->value[move]);
        }
        text_printf(out, "%-12s %3d moves  %8.2f to %8.2f  %s\n",
                    plan_head(study->context, column->kind, column->subject, head), moves,
                    decimal_plain_zero(least, 2), decimal_plain_zero(most, 2), column->kind->help);
    }
}

static void write_move(struct study *study, int move, struct text *out)
{
    char name[MOVE_TEXT];
    int order = 1;
    for (int i = 0; i < study->table.moves; i++)
        order += study->table.total[i] > study->table.total[move];
    move_write(study->context->moves[move].move, plan_attacks(study->context, move),
               study->notation, name);
    text_printf(out, "%s: %.2f points, number %d of %d moves\n", name,
                decimal_plain_zero(study->table.total[move], 2), order, study->table.moves);
    study->rng = study->before;
    planner_explain(&study->mind.planner, study->context, move, out);
}

static int find_move(const struct study *study, struct move wanted)
{
    for (int i = 0; i < study->table.moves; i++)
        if (move_equal(study->context->moves[i].move, wanted))
            return i;
    return -1;
}

static enum status explain_named(struct study *study, const char *word, struct text *out,
                                 struct error *error)
{
    struct told_move told;
    enum status status = move_read(word, study->notation, &told, NULL, error);
    if (status)
        return status;
    int move = find_move(study, told.move);
    if (move < 0)
        return error_set(error, STATUS_NO, "%s: %s", word,
                         illegal_text(board_check(&study->view.board, told.move)));
    write_move(study, move, out);
    return STATUS_OK;
}

static enum status run_plans(struct session *session, int argc, char **argv, struct error *error)
{
    struct study study = {0};
    struct told_move told;
    bool active = false;
    const struct flag flags[] = {{.name = "active", .kind = FLAG_BARE, .value = &active}};
    enum status status = arguments_parse(&command_plans, flags, 1, &argc, argv, error);
    if (status)
        return status;
    /* Two words are a move and a file, whether the first reads as a move or not; explain_named says which. */
    bool names_move = argc > 1 || (argc && move_read(argv[0], session_notation(session), &told, NULL,
                                                     NULL) == STATUS_OK);
    const char *word = names_move ? argv[0] : NULL;
    if (argc > 1 + (word != NULL) || (word && active))
        return usage_error(&command_plans, error);
    const char *path = argc > (word != NULL) ? argv[word != NULL] : NULL;
    struct text out = {0};
    status = study_open(&study, session, &command_plans, path, false, error);
    if (!status && word)
        status = explain_named(&study, word, &out, error);
    else if (!status && active)
        write_active(&study, &out);
    else if (!status)
        write_table(&study, &out);
    session_write(session, text_string(&out), out.size);
    text_free(&out);
    study_close(&study);
    return status;
}

const struct command command_plans = {
    .name = "plans",
    .arguments = "[MOVE] [--active] [FILE]",
    .help = "prints what each plan gives to each move, or why a move is worth what it is",
    .details = "A row a move, the best first and the chosen one marked; a column a plan that has something\n"
               "to say, all its instances together. With MOVE: that move's value, plan by plan, in\n"
               "words. --active: the plans' instances that are awake. Without FILE: the game at hand.",
    .completes = "move file",
    .run = run_plans,
};

static enum status run_hint(struct session *session, int argc, char **argv, struct error *error)
{
    struct study study = {0};
    struct text out = {0};
    enum status status = arguments_parse(&command_hint, NULL, 0, &argc, argv, error);
    if (!status && argc > 1)
        status = usage_error(&command_hint, error);
    if (!status)
        status = study_open(&study, session, &command_hint, argc ? argv[0] : NULL, false, error);
    if (!status)
        write_move(&study, study.best, &out);
    session_write(session, text_string(&out), out.size);
    text_free(&out);
    study_close(&study);
    return status;
}

const struct command command_hint = {
    .name = "hint",
    .arguments = "[FILE]",
    .help = "prints the move the planner would make, and why",
    .details = "It knows only what the side to move knows. Without FILE: the game at hand.",
    .completes = "file",
    .run = run_hint,
};

static enum status run_why(struct session *session, int argc, char **argv, struct error *error)
{
    struct study study = {0};
    struct text out = {0};
    enum status status = arguments_parse(&command_why, NULL, 0, &argc, argv, error);
    if (!status && argc > 1)
        status = usage_error(&command_why, error);
    if (!status)
        status = study_open(&study, session, &command_why, argc ? argv[0] : NULL, true, error);
    int played = status ? -1 : find_move(&study, study.played);
    if (!status && played < 0)
        status = error_set(error, STATUS_BAD, "why: by these rules the move played could not be played");
    if (!status) {
        write_move(&study, played, &out);
        if (played != study.best) {
            text_add(&out, "the planner would have played\n");
            write_move(&study, study.best, &out);
        }
    }
    session_write(session, text_string(&out), out.size);
    text_free(&out);
    study_close(&study);
    return status;
}

const struct command command_why = {
    .name = "why",
    .arguments = "[FILE]",
    .help = "tells what the planner thinks of the move just played",
    .details = "Seen by the side that played it, with what it knew then; beside it the planner's own\n"
               "choice, if that is another. An agent's move is told by the options in the agent's name,\n"
               "on top of those in force, and by its chance numbers, where the game has a seed: the\n"
               "figures are those it played by. Without FILE: the game at hand.",
    .completes = "file",
    .run = run_why,
};
