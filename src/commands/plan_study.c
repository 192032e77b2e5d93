/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/plan_study.h"

#include "analysis/chance.h"
#include "analysis/move_breakdown.h"
#include "base/decimal.h"
#include "base/memory.h"
#include "base/plural.h"
#include "console/load.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CODE_WIDTH = 8,      /* columns of a plan in the table if it is named by its code */
    WORDS_WIDTH = 11,    /* likewise in words, in two rows */
    BLOCK_WIDTH = 57,    /* max columns of the plans in a block of the table */
    HEAD_CODE = 10,      /* columns of an instance in a list, by its code */
    HEAD_WORDS = 20,     /* likewise in words */
    POINTS_WIDTH = 12,   /* columns of the points after it */
};

void plan_study_close(struct plan_study *study)
{
    if (study->analysis)
        analysis_free(study->analysis);
    free(study->analysis);
    analysis_cache_free(&study->cache);
    *study = (struct plan_study){0};
}

/* Computes the table of the plans' values for a position of a recorded game. If an agent moves there, uses
 * the options and the random numbers that it has in the game. Otherwise uses those of the session. */
static enum status make_study(struct plan_study *study, struct session *session, const struct record *record,
                              const struct position *position, struct error *error)
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

enum status plan_study_open(struct plan_study *study, struct session *session, const struct command *command,
                            const char *path, bool back, struct error *error)
{
    struct position position = {0};
    struct record record = {0};
    enum status status = load_record(session, command, path, &record, &position, error);
    const char *comment = status ? NULL : record_comment_at(&record, record.plies);
    snprintf(study->comment, sizeof study->comment, "%s", comment ? comment : "");
    if (!status && back)
        status = load_take_back_move(command, &position, &study->played, error);
    if (!status)
        status = load_check_visible(session, path, &record, position.board.to_move, error);
    if (!status)
        status = load_check_plannable(command, &record, &position, error);
    if (!status)
        status = load_check_open(command, path, position_outcome(&position), error);
    if (!status)
        status = make_study(study, session, &record, &position, error);
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

/* Returns whether a plan gives a value other than 0 to any move. */
static bool kind_has_value(const struct plan_study *study, const struct plan_kind *kind)
{
    for (int move = 0; move < study->analysis->table.moves; move++)
        if (kind_value(study, kind, move) != 0)
            return true;
    return false;
}

/* Sorts the indices of the moves by falling total into `order`. Moves with equal totals keep their order. */
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

char *plan_study_name(const struct plan_study *study, int move, char name[MOVE_TEXT])
{
    return move_write(study->analysis->context->moves[move].move,
                      plan_attacks(study->analysis->context, move), study->notation, name);
}

/* Appends the headings of a block, right-aligned. Codes are in one row. Words are in two rows if some are too
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

/* Appends one block of the table of all moves: `count` columns of plans, a row for each move in `order`, the
 * chosen move marked. */
static void write_block(const struct plan_study *study, const struct plan_kind *const *kinds, int count,
                        const int *order, struct text *out)
{
    char name[MOVE_TEXT];
    int width = study->codes ? CODE_WIDTH : WORDS_WIDTH;
    write_headings(study, kinds, count, out);
    for (int i = 0; i < study->analysis->table.moves; i++) {
        int move = order[i];
        text_printf(out, "%c %-8s", move == study->best ? '*' : ' ', plan_study_name(study, move, name));
        add_number(out, CODE_WIDTH, study->analysis->table.total[move]);
        for (int k = 0; k < count; k++)
            add_number(out, width, kind_value(study, kinds[k], move));
        text_add(out, "\n");
    }
}

void plan_study_table(const struct plan_study *study, struct text *out)
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

void plan_study_active(const struct plan_study *study, struct text *out, struct json *json)
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

void plan_study_move_json(const struct plan_study *study, int move, const char *key, struct json *json)
{
    char name[MOVE_TEXT];
    json_open(json, key, '{');
    json_printf(json, "move: %s, total: %g, chosen: %i", plan_study_name(study, move, name),
                study->analysis->table.total[move], move == study->best);
    add_columns_json(study, move, json);
    json_close(json, '}');
}

void plan_study_hint_json(const struct plan_study *study, int best, double chance, struct json *json)
{
    char name[MOVE_TEXT];
    json_printf(json, "{move: %s, resigns: false, chance: %g, value: %g, depth: null, expected: null",
                plan_study_name(study, best, name), chance, study->analysis->table.total[best]);
    add_columns_json(study, best, json);
    json_printf(json, "rollout: null, policy: null}");
}

void plan_study_table_json(const struct plan_study *study, int one, struct json *json)
{
    enum side side = study->analysis->view.side;
    int *order = memory_new((size_t)study->analysis->table.moves, sizeof *order);
    sort_moves(study, order);
    json_printf(json, "{to_move: %s, state: %g, scale: %g, moves: [",
                side_name(side), study->analysis->worth.state[side], study->analysis->scale);
    for (int i = 0; i < study->analysis->table.moves; i++)
        if (one < 0 || order[i] == one)
            plan_study_move_json(study, order[i], NULL, json);
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

void plan_study_move(struct plan_study *study, int move, struct text *out)
{
    char name[MOVE_TEXT];
    int place = 1;
    for (int i = 0; i < study->analysis->table.moves; i++)
        place += study->analysis->table.total[i] > study->analysis->table.total[move];
    text_printf(out, "%s: %.2f points, number %d of %d move%s\n", plan_study_name(study, move, name),
                decimal_plain_zero(study->analysis->table.total[move], 2), place,
                study->analysis->table.moves, plural((uint64_t)study->analysis->table.moves));
    write_reasons(study, move, out);
}
