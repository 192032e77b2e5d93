/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The planner's values of moves and their reasons: plans, hint, why. */
#include "commands/table.h"

#include "agent/hint_option.h"
#include "analysis/analysis.h"
#include "analysis/chance.h"
#include "analysis/move_breakdown.h"
#include "analysis/plan_hint.h"
#include "base/decimal.h"
#include "base/memory.h"
#include "base/plural.h"
#include "commands/move_request.h"
#include "console/load.h"
#include "console/parse.h"
#include "game/notation.h"
#include "report/study_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    CODE_WIDTH = 8,      /* columns of a plan in the table if it is named by its code */
    WORDS_WIDTH = 11,    /* likewise in words, in two rows */
    BLOCK_WIDTH = 57,    /* max columns of the plans in a block of the table */
    HEAD_CODE = 10,      /* columns of an instance in a list, by its code */
    HEAD_WORDS = 20,     /* likewise in words */
    POINTS_WIDTH = 12,   /* columns of the points after it */
};

/* The planner's table for a position, from the view of the side to move. plan_study_close frees it. */
struct plan_study {
    struct analysis *analysis;
    struct analysis_cache cache;
    enum notation notation;       /* for printing */
    enum player_kind players;     /* by whose games the chance to win is weighed */
    bool codes;                   /* plans are named by codes, not in words */
    int best;                     /* index of the move that the planner chooses */
    struct move played;           /* for `why`: the move that was made in the position */
};

/* Frees a study and makes it empty. */
static void plan_study_close(struct plan_study *study)
{
    if (study->analysis)
        analysis_free(study->analysis);
    free(study->analysis);
    analysis_cache_free(&study->cache);
    *study = (struct plan_study){0};
}

/* Computes the table for a position of a recorded game. Uses the options and the random numbers that the
 * agent has in the game, if an agent moves there; else those of the session. */
static enum status plan_study_make(struct plan_study *study, struct session *session,
                                   const struct record *record, const struct position *position,
                                   struct error *error)
{
    const struct board *board = &position->board;
    const struct analysis_request request = {
        .record = record, .plies = board->plies - board->prior_plies, .side = board->to_move,
        .parts = ANALYSIS_PLANS, .as_player = true, .settings = &session->settings,
        /* The screen's own seed, so that its figures and this answer agree. */
        .seed = session->on_screen && !session->has_seed ? session->screen_seed : session->seed,
        .library = session->library, .notation = session_notation(session),
    };
    study->analysis = memory_new(1, sizeof *study->analysis);
    enum status status = analysis_make(study->analysis, &request, &study->cache, NULL, error);
    if (study->analysis->notice.status)
        session_notice(session, "explained with the options in force here: %s", study->analysis->notice.text);
    study->notation = request.notation;
    study->best = study->analysis->best;
    study->players = chance_players(record);
    return status;
}

/* Makes the study of a file, or of the current game if `path` is NULL; with `back` of the position before
 * the last move. Refused for an agent's side while a person plays against it, because its plans would
 * reveal its ranks. plan_study_close must follow, also after an error. */
static enum status plan_study_open(struct plan_study *study, struct session *session,
                                   const struct command *command, const char *path, bool back,
                                   struct error *error)
{
    struct position position = {0};
    struct record record = {0};
    enum status status = load_record(session, command, path, &record, &position, error);
    if (!status && back)
        status = load_take_back_move(command, &position, &study->played, error);
    if (!status)
        status = load_check_visible(session, path, &record, position.board.to_move, error);
    if (!status)
        status = load_check_plannable(command, &record, &position, error);
    if (!status)
        status = load_check_open(command, path, position_outcome(&position), error);
    if (!status)
        status = plan_study_make(study, session, &record, &position, error);
    position_free(&position);
    record_clear(&record);
    return status;
}

/* Returns the sum of the values that all instances of a plan give to a move. */
static double kind_value(const struct plan_study *study, const struct plan_kind *kind, int move)
{
    double sum = 0;
    for (int i = 0; i < study->analysis->table.columns; i++)
        if (study->analysis->table.column[i].kind == kind)
            sum += study->analysis->table.column[i].value[move];
    return sum;
}

/* Whether a plan gives a value other than 0 to any move. */
static bool kind_has_value(const struct plan_study *study, const struct plan_kind *kind)
{
    for (int move = 0; move < study->analysis->table.moves; move++)
        if (kind_value(study, kind, move) != 0)
            return true;
    return false;
}

/* Sorts the indices of the moves by falling total into `order`; moves with equal totals keep their order. */
static void sort_moves(const struct plan_study *study, int *order)
{
    for (int i = 0; i < study->analysis->table.moves; i++) {
        int k = i;
        for (; k > 0 && study->analysis->table.total[order[k - 1]] < study->analysis->table.total[i]; k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
}

/* Appends a blank and a number, together `width` columns: "0.291", "-11", "." for 0. */
static void add_number(struct text *out, int width, double value)
{
    int digits = fabs(value) >= 100 ? 1 : fabs(value) >= 10 ? 2 : 3;
    if (value == 0)
        text_printf(out, "%*s", width, ".");
    else
        text_printf(out, " %*.*f", width - 1, digits, decimal_plain_zero(value, digits));
}

/* Writes the move with index `move` in the study's notation to `name` and returns `name`. */
static char *move_name(const struct plan_study *study, int move, char name[MOVE_TEXT])
{
    return move_write(study->analysis->context->moves[move].move,
                      plan_attacks(study->analysis->context, move), study->notation, name);
}

/* Appends the headings of a block, right-aligned: codes in one row; or words, in two rows if some are too
 * long for one, with as many of these in the first row as fit. */
static void write_headings(const struct plan_study *study, const struct plan_kind *const *kinds, int count,
                           struct text *out)
{
    bool two_rows = false;
    for (int k = 0; k < count && !study->codes; k++)
        two_rows |= strlen(kinds[k]->words) >= WORDS_WIDTH;
    for (int row = !two_rows; row < 2; row++) {
        size_t row_start = out->size;
        text_add(out, row ? "  move        total" : "                   ");
        for (int k = 0; k < count; k++) {
            const char *words = kinds[k]->words;
            size_t size = strlen(words), cut = 0; /* where the second row begins; 0: it has all words */
            for (size_t i = 0; size >= WORDS_WIDTH && i < WORDS_WIDTH; i++)
                cut = words[i] == ' ' ? i + 1 : cut;
            if (study->codes)
                text_printf(out, " %*s", CODE_WIDTH - 1, kinds[k]->column);
            else
                text_printf(out, " %*.*s", WORDS_WIDTH - 1, row ? (int)size : (int)cut - (cut > 0),
                            row ? words + cut : words);
        }
        while (out->size > row_start && out->bytes[out->size - 1] == ' ')
            out->bytes[--out->size] = '\0';
        text_add(out, "\n");
    }
}

/* Appends one block of the table: `count` columns of plans, a row for each move in `order`, the chosen
 * move marked. */
static void write_block(const struct plan_study *study, const struct plan_kind *const *kinds, int count,
                        const int *order, struct text *out)
{
    char name[MOVE_TEXT];
    int width = study->codes ? CODE_WIDTH : WORDS_WIDTH;
    write_headings(study, kinds, count, out);
    for (int i = 0; i < study->analysis->table.moves; i++) {
        int move = order[i];
        text_printf(out, "%c %-8s", move == study->best ? '*' : ' ', move_name(study, move, name));
        add_number(out, CODE_WIDTH, study->analysis->table.total[move]);
        for (int k = 0; k < count; k++)
            add_number(out, width, kind_value(study, kinds[k], move));
        text_add(out, "\n");
    }
}

/* Appends the table of all moves, in blocks of BLOCK_WIDTH columns; plans without a value are left out. */
static void write_table(const struct plan_study *study, struct text *out)
{
    const struct plan_kind **kinds = memory_new((size_t)plan_kind_count, sizeof *kinds);
    int *order = memory_new((size_t)study->analysis->table.moves, sizeof *order), count = 0;
    for (int i = 0; i < plan_kind_count; i++)
        if (kind_has_value(study, plan_kind_table[i]))
            kinds[count++] = plan_kind_table[i];
    enum side side = study->analysis->view.side;
    sort_moves(study, order);
    text_printf(out, "%s to move; points of the plans, the highest piece being worth %g\n", side_name(side),
                study->analysis->scale);
    int block = BLOCK_WIDTH / (study->codes ? CODE_WIDTH : WORDS_WIDTH);
    for (int first = 0; first == 0 || first < count; first += block) { /* one block even without plans */
        if (first)
            text_add(out, "\n");
        write_block(study, kinds + first, count - first < block ? count - first : block, order, out);
    }
    free(order);
    free(kinds);
}

/* An active instance of a plan: its subject, the number of moves that it gives a value, and the smallest and
 * the largest value (0 included). */
struct active {
    char head[PLAN_HEAD], words[PLAN_IN_WORDS];
    int moves;        /* number of moves with a value other than 0 */
    double min, max;  /* in points */
};

/* Computes the summary of an instance from its column of the table. */
static void summarise_instance(const struct plan_study *study, const struct plan_column *column,
                               struct active *active)
{
    *active = (struct active){.moves = 0};
    plan_head(study->analysis->context, column->kind, column->subject, active->head);
    plan_in_words(study->analysis->context, column->kind, column->subject, active->words);
    for (int move = 0; move < study->analysis->table.moves; move++) {
        active->moves += column->value[move] != 0;
        active->min = fmin(active->min, column->value[move]);
        active->max = fmax(active->max, column->value[move]);
    }
}

/* Appends the active instances, a line for each, to the text and to the JSON. */
static void write_active(const struct plan_study *study, struct text *out, struct json *json)
{
    json_printf(json, "{active: [");
    for (int i = 0; i < study->analysis->table.columns; i++) {
        const struct plan_column *column = &study->analysis->table.column[i];
        struct active active;
        size_t line_start = out->size;
        summarise_instance(study, column, &active);
        text_printf(out, "%-*s %3d move%-1s  %8.2f to %8.2f  ", study->codes ? HEAD_CODE : HEAD_WORDS,
                    study->codes ? active.head : active.words, active.moves, plural((uint64_t)active.moves),
                    decimal_plain_zero(active.min, 2), decimal_plain_zero(active.max, 2));
        int help_column = (int)(out->size - line_start);
        text_wrapped(out, column->kind->help, help_column, help_column);
        json_printf(json, "{plan: %s, moves: %d, least: %g, most: %g, help: %s}",
                    active.head, active.moves, active.min, active.max, column->kind->help);
    }
    json_printf(json, "]}");
}

/* Adds the values that the plans give to a move to the JSON, one for each instance whose value is not 0. */
static void add_columns_json(const struct plan_study *study, int move, struct json *json)
{
    const struct plan_table *table = &study->analysis->table;
    char head[PLAN_HEAD];
    json_open(json, "plans", '[');
    for (int i = 0; i < table->columns; i++) {
        const struct plan_column *column = &table->column[i];
        if (column->value[move] == 0)
            continue;
        json_printf(json, "{plan: %s, about: %s, value: %g}",
                    column->kind->name,
                    plan_head(study->analysis->context, column->kind, column->subject, head),
                    column->value[move]);
    }
    json_close(json, ']');
}

/* Adds a move to the JSON: its total, whether the planner chooses it, and the values by plan. */
static void add_move_json(const struct plan_study *study, int move, const char *key, struct json *json)
{
    char name[MOVE_TEXT];
    json_open(json, key, '{');
    json_printf(json, "move: %s, total: %g, chosen: %i", move_name(study, move, name),
                study->analysis->table.total[move], move == study->best);
    add_columns_json(study, move, json);
    json_close(json, '}');
}

/* Adds the planner's hint to the JSON, with the keys of the hint of any agent (commands/move_request.c).
 * `best`: index of the move. */
static void add_hint_json(const struct plan_study *study, int best, double chance, struct json *json)
{
    char name[MOVE_TEXT];
    json_printf(json, "{move: %s, resigns: false, chance: %g, value: %g, depth: null, expected: null",
                move_name(study, best, name), chance, study->analysis->table.total[best]);
    add_columns_json(study, best, json);
    json_printf(json, "rollout: null, policy: null}");
}

/* Adds the state of the game and the moves to the JSON: all, the best first, or only the move with index
 * `one` if that is not below 0. */
static void add_table_json(const struct plan_study *study, int one, struct json *json)
{
    enum side side = study->analysis->view.side;
    int *order = memory_new((size_t)study->analysis->table.moves, sizeof *order);
    sort_moves(study, order);
    json_printf(json, "{to_move: %s, state: %g, scale: %g, moves: [",
                side_name(side), study->analysis->worth.state[side], study->analysis->scale);
    for (int i = 0; i < study->analysis->table.moves; i++)
        if (one < 0 || order[i] == one)
            add_move_json(study, order[i], NULL, json);
    json_printf(json, "]}");
    free(order);
}

/* Appends the reasons of the planner for a move, a line for each instance of a plan. */
static void write_reasons(struct plan_study *study, int move, struct text *out)
{
    const struct plan_table *table = &study->analysis->table;
    struct text lines = {0};
    int width = study->codes ? HEAD_CODE : HEAD_WORDS;
    analysis_explain(study->analysis, &study->cache, move, &lines);
    for (int i = 0; i < table->columns; i++) {
        const struct plan_column *column = &table->column[i];
        char head[PLAN_HEAD], words[PLAN_IN_WORDS];
        size_t size = 0;
        plan_head(study->analysis->context, column->kind, column->subject, head);
        plan_in_words(study->analysis->context, column->kind, column->subject, words);
        const char *reason = reason_find(text_string(&lines), head, &size);
        if (column->value[move] == 0 || !reason)
            continue;
        struct text line = {0};
        text_printf(&line, "%-*s %9.3f  %.*s\n", width, study->codes ? head : words,
                    decimal_plain_zero(column->value[move], 3), (int)size, reason);
        text_wrapped(out, text_string(&line), 0, width + POINTS_WIDTH);
        text_free(&line);
    }
    text_free(&lines);
}

/* Appends the value of a move, its place among all moves, and the reasons of the planner. */
static void write_move(struct plan_study *study, int move, struct text *out)
{
    char name[MOVE_TEXT];
    int place = 1;
    for (int i = 0; i < study->analysis->table.moves; i++)
        place += study->analysis->table.total[i] > study->analysis->table.total[move];
    text_printf(out, "%s: %.2f points, number %d of %d move%s\n", move_name(study, move, name),
                decimal_plain_zero(study->analysis->table.total[move], 2), place,
                study->analysis->table.moves, plural((uint64_t)study->analysis->table.moves));
    write_reasons(study, move, out);
}

/* Appends the value and the reasons of the move that the user typed. STATUS_BAD if it cannot be read,
 * STATUS_NO if it is illegal. */
static enum status explain_named(struct plan_study *study, const char *word, struct text *out,
                                 struct json *answer, struct error *error)
{
    struct move_with_ranks entered;
    struct error why;
    if (move_read(word, study->notation, &entered, NULL, &why) != STATUS_OK)
        return error_set(error, STATUS_BAD, "plans: '%.60s' is no move: %s", word, why.text);
    int move = analysis_find(study->analysis, entered.move);
    if (move < 0)
        return error_set(error, STATUS_NO, "%s: %s", word,
                         illegal_text(board_check(&study->analysis->view.board, entered.move)));
    write_move(study, move, out);
    add_table_json(study, move, answer);
    return STATUS_OK;
}

/* bool */
#define FLAG_CODES(type, member) \
    FLAG_SWITCH(type, member, "codes", "names plans by the codes of doc/plans.md, not in words")

struct plans_args {
    const char *move, *path;
    bool active, codes;
};

/* Runs `plans`: explains one move, or lists the active instances, or prints the table of all moves. */
static enum status run_plans(struct session *session, const void *arguments, struct error *error)
{
    const struct plans_args *args = arguments;
    struct plan_study study = {0};
    struct text out = {0};
    if (args->move && args->active)
        return usage_error(&command_plans, error);
    enum status status = plan_study_open(&study, session, &command_plans, args->path, false, error);
    study.codes = args->codes;
    if (!status && args->move) {
        status = explain_named(&study, args->move, &out, session->answer, error);
    } else if (!status && args->active) {
        write_active(&study, &out, session->answer);
    } else if (!status) {
        write_table(&study, &out);
        add_table_json(&study, -1, session->answer);
    }
    session_print_text(session, &out);
    plan_study_close(&study);
    return status;
}

const struct command command_plans = {
    .name = "plans", .group = GROUP_PLAN,
    .keywords = "why reasons evaluation analysis analyse analyze moves points",
    .analyses = true, .at = true,
    .words = ARGUMENTS(
        {.name = "MOVE", .kind = VALUE_MOVE, .at = offsetof(struct plans_args, move), .optional = true,
         .meaning = "this move's value, plan by plan, in words", .standard = "all moves"},
        WORD_GAME(struct plans_args, path)),
    .flags = ARGUMENTS(
        FLAG_SWITCH(struct plans_args, active, "active", "the plans' instances that are awake"),
        FLAG_CODES(struct plans_args, codes)),
    .out = true, .args_size = sizeof(struct plans_args),
    .help = "prints what each plan gives to each move, or why a move is worth what it is",
    .details = "A row a move, the best first and the chosen one marked; a column a plan that has something\n"
               "to say, all its instances together.",
    .run = run_plans,
};

/* Computes the chance to win of the side to move. STATUS_BAD if its model cannot be read. */
static enum status study_chance(const struct plan_study *study, struct session *session, double *chance,
                                struct error *error)
{
    const struct analysis *analysis = study->analysis;
    const struct value_model *model;
    struct library *library = library_for_variant(session->library, variant_at(analysis->view.board.variant));
    enum status status = library_chosen_value_model(library, &session->settings, &model, error);
    if (!status)
        *chance = chance_of_view(analysis, model, study->players);
    return status;
}

/* Appends the planner's hint as a sentence, and the chance to win of the side to move. STATUS_BAD if the
 * model of the chance cannot be read. */
static enum status write_hint(struct plan_study *study, struct session *session, struct text *out,
                              struct error *error)
{
    struct plan_hint hint = {0};
    struct analysis *analysis = study->analysis;
    double chance;
    char name[MOVE_TEXT];
    plan_hint_make(&hint, analysis, &study->cache);
    enum status status = study_chance(study, session, &chance, error);
    if (!status) {
        text_printf(&hint.text, "\n%s's chance to win: %.0f %%. 'plans %s' shows what each plan gives it.",
                    side_name(analysis->view.side), 100 * chance,
                    move_name(study, hint.best, name));
        text_wrapped(out, text_string(&hint.text), 0, 0);
        add_hint_json(study, hint.best, chance, session->answer);
    }
    text_free(&hint.text);
    return status;
}

struct hint_args {
    const char *agent, *path;
    bool planner;
};

/* Runs `hint`: the move of the agent of --agent, else of hint.agent, and why. */
static enum status run_hint(struct session *session, const void *arguments, struct error *error)
{
    const struct hint_args *args = arguments;
    struct plan_study study = {0};
    struct text out = {0};
    const char *agent = args->agent ? args->agent : hint_agent(&session->settings);
    if (agent && !args->planner) {
        struct move_request request = {.command = &command_hint, .agent = agent, .path = args->path,
                                       .explain = true, .brief = !args->agent, .chance = NAN};
        struct error unknown; /* not printed: after it the chance is left out, and the request has its own */
        if (!plan_study_open(&study, session, &command_hint, args->path, false, &unknown))
            study_chance(&study, session, &request.chance, &unknown);
        plan_study_close(&study);
        return move_request_run(session, &request, error);
    }
    enum status status = plan_study_open(&study, session, &command_hint, args->path, false, error);
    if (!status)
        status = write_hint(&study, session, &out, error);
    session_print_text(session, &out);
    plan_study_close(&study);
    return status;
}

const struct command command_hint = {
    .name = "hint", .group = GROUP_PLAY,
    .keywords = "best move suggestion advice recommend tip analyse analyze analysis",
    .analyses = true, .at = true,
    .words = ARGUMENTS(WORD_GAME(struct hint_args, path)),
    .flags = ARGUMENTS(
        FLAG_AGENT(struct hint_args, agent, "agent", "the agent: star, star:depth=6, vedette, rnad",
                   .standard = "the option hint.agent"),
        FLAG_SWITCH(struct hint_args, planner, "planner", "the planner's move, whatever hint.agent is")),
    .out = true, .args_size = sizeof(struct hint_args),
    .help = "prints a move that the program would make, and why",
    .details = "It knows only what the side to move knows. Without --seed it says the same each time. The\n"
               "planner's is the best by all plans but chance, with what decides between it and the next\n"
               "best, where one thing does; 'plans MOVE' has the points of all plans.\n"
               "vedette by hint.agent prints two or three sentences; named by --agent, all that follows.\n"
               "Another agent prints its move, the depth of its search and the expected play, as far as it\n"
               "reports them, and the side's chance to win; its options are those of 'move'. One that plays\n"
               "worlds out, as vedette, prints for each move that it tried what the plans and the rollouts\n"
               "gave it, what it won and lost in them, and on which enemy piece it depends\n"
               "(doc/rollout.md). One that plays by a learnt\n"
               "policy, as rnad, shows the policy in percent, its chance to win, and what each step at\n"
               "test time took away (doc/policy.md).",
    .run = run_hint,
};

struct why_args {
    const char *agent, *path;
    bool codes;
};

/* Explains the last move of the game by the planner, and the planner's own choice if it is another. */
static enum status why_by_plans(struct session *session, const struct why_args *args, struct error *error)
{
    struct plan_study study = {0};
    struct text out = {0};
    enum status status = plan_study_open(&study, session, &command_why, args->path, true, error);
    study.codes = args->codes;
    int played = status ? -1 : analysis_find(study.analysis, study.played);
    if (!status && played < 0)
        status = error_set(error, STATUS_BAD, "why: by these rules the move played could not be played");
    if (!status) {
        write_move(&study, played, &out);
        if (played != study.best) {
            text_add(&out, "the planner would have played\n");
            write_move(&study, study.best, &out);
        }
        add_move_json(&study, played, "played", session->answer);
        add_move_json(&study, study.best, "best", session->answer);
    }
    session_print_text(session, &out);
    plan_study_close(&study);
    return status;
}

/* Prints the results of an agent's rollouts for the move that was played, and for the agent's own choice
 * if it is another. The JSON becomes the member "rollout" of the object that is open. */
static void print_played_study(struct session *session, const struct move_request *request,
                               const struct rollout_study *study, struct move played)
{
    enum notation notation = session_notation(session);
    struct text out = {0};
    char name[MOVE_TEXT];
    if (!request->agent) /* the planner's reasons stand above */
        text_add(&out, "\nwhat it was chosen from:\n");
    study_headline(study, notation, &out);
    if (study->trials) {
        text_add(&out, "\n");
        study_table(study, notation, &out);
        text_add(&out, "\n");
        study_legend(study, notation, &out);
    }
    bool tried = false;
    for (int i = 0; i < study->count; i++) {
        bool is_played = move_equal(study->move[i].move, played);
        tried |= is_played;
        if (is_played || i == study->best) {
            text_add(&out, "\n");
            study_move(study, i, notation, &out);
        }
    }
    if (!tried)
        text_printf(&out, "\n%s, the move played, had not been tried by then.\n",
                    move_write(played, request->board->at[played.to] != NO_PIECE, notation, name));
    study_json(study, notation, false, "rollout", session->answer);
    session_print_text(session, &out);
}

/* Adds null for "rollout" or "policy", whichever the agent did not add: the text that it added begins at
 * the byte `before` of the JSON, and its first key says which it was. */
static void add_missing_keys(struct json *json, size_t before)
{
    static const char *const keys[] = {"rollout", "policy"};
    const char *added = json->text.size > before ? text_string(&json->text) + before : "";
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        size_t size = strlen(keys[i]);
        const char *key = strchr(added, '"');
        if (!key || strncmp(key + 1, keys[i], size) != 0)
            json_null(json, keys[i]);
    }
}

/* Runs `why`: explains the last move by the planner and, if an agent made it, by that agent; only by an agent
 * that is named. For a word that is a move and not a file, the error mentions `plans`. */
static enum status run_why(struct session *session, const void *arguments, struct error *error)
{
    const struct why_args *args = arguments;
    struct move_request request = {.command = &command_why, .agent = args->agent, .path = args->path,
                                   .back = true, .print = print_played_study};
    struct move_with_ranks named;
    struct json *json = session->answer;
    json_open(json, NULL, '{');
    enum status status = args->agent ? STATUS_OK : why_by_plans(session, args, error);
    if (args->agent)
        json_printf(json, "played: null, best: null");
    size_t before = json ? json->text.size : 0;
    if (!status)
        status = move_request_run(session, &request, error);
    if (json)
        add_missing_keys(json, before);
    if (status && args->path && access(args->path, F_OK) &&
        !move_read(args->path, session_notation(session), &named, NULL, NULL))
        error_set(error, status, "why: no file is named %s: 'plans %s' explains a move", args->path,
                  args->path);
    json_close(json, '}');
    if (status)
        json_clear(json);
    return status;
}

const struct command command_why = {
    .name = "why", .group = GROUP_PLAN,
    .keywords = "explain reasons move analysis mistake",
    .analyses = true, .at = true,
    .words = ARGUMENTS(WORD_GAME(struct why_args, path)),
    .flags = ARGUMENTS(
        FLAG_AGENT(struct why_args, agent, "agent",
                   "another agent too: vedette, which plays worlds out, or rnad, which shows its policy",
                   .standard = "the planner"),
        FLAG_CODES(struct why_args, codes)),
    .out = true, .args_size = sizeof(struct why_args),
    .help = "prints what the planner thinks of the move just played",
    .details = "Seen by the side that played it, with what it knew then; beside it the planner's own\n"
               "choice, if that is another. An agent's move is explained with the options that the game\n"
               "says it had, those that you give here on top, and by its random numbers, where the game\n"
               "has a seed: the figures are those it played by. Of a move of vedette they are those of its\n"
               "rollouts besides, in one table with the move that was played; of one of rnad its policy.",
    .run = run_why,
};
