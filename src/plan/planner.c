/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/planner.h"

#include "base/decimal.h"
#include "base/memory.h"
#include "game/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCALE, OPTIONS };

static const struct option rows[OPTIONS] = {
    [SCALE] = {"scale", OPTION_NUMBER, 1, 10000, 100, NULL, "points",
               "what a piece of value 1, the highest on the board, is worth to the plans",
               "De Boer 2007, 5.2.2: piece values of approximately 10 to 100"},
};

static const struct option_gone gone[] = {
    {"credit", "no game was better for it"},
    {"credit_occasions", "no game was better for it"},
    {"stepped_up", "observer.approach weighs steps up to known pieces"},
    {NULL, NULL},
};

const struct option_group planner_group = {
    .name = "planner",
    .meaning = "what the plans have in common",
    .options = rows, .count = OPTIONS, .gone = gone,
};

void planner_init(struct planner *planner, const struct settings *settings)
{
    if (!planner->option)
        planner->option = memory_new((size_t)plan_kind_count, sizeof *planner->option);
    planner->scale = settings_get(settings, planner_group.name, "scale");
    for (int i = 0; i < plan_kind_count; i++) {
        const struct option_group *group = &plan_kind_table[i]->options;
        if (!planner->option[i])
            planner->option[i] = memory_new(group->count, sizeof(double));
        settings_group(settings, group->name, planner->option[i], group->count);
    }
}

void planner_free(struct planner *planner)
{
    for (int i = 0; planner->option && i < plan_kind_count; i++)
        free(planner->option[i]);
    free(planner->option);
    *planner = (struct planner){0};
}

void planner_context(const struct planner *planner, const struct view *view, const struct worth *worth,
                     const double (*enemy_p)[RANKS], const double (*own_p)[RANKS], struct rng *rng,
                     struct plan_context *context)
{
    plan_context_update(context, view, worth, planner->scale, enemy_p, own_p, rng);
}

/* The subjects in this position, by kind, in the order of their numbers. If own ranks are not known, there
 * may be more miners or movers than an army has, because each piece counts with its most probable rank. */
struct subjects {
    int count[PLAN_SUBJECTS];
    uint8_t subject[PLAN_SUBJECTS][PIECES_A_SIDE];
};

/* Appends a subject to the list of its kind. */
static void add_subject(struct subjects *subjects, enum plan_subject kind, int subject)
{
    subjects->subject[kind][subjects->count[kind]++] = (uint8_t)subject;
}

/* Lists the subjects of all kinds for the pieces on the board. */
static void list_subjects(const struct plan_context *context, struct subjects *subjects)
{
    memset(subjects->count, 0, sizeof subjects->count);
    add_subject(subjects, SUBJECT_GAME, 0);
    add_subject(subjects, SUBJECT_HUNTED, SPY);
    add_subject(subjects, SUBJECT_HUNTED, MARSHAL);
    for (int lane = 0; lane < LANES; lane++)
        add_subject(subjects, SUBJECT_LANE, lane);
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        const struct plan_piece *own = &context->piece[context->own_first + i];
        if (context->piece[context->enemy_first + i].square != SQUARE_NONE)
            add_subject(subjects, SUBJECT_ENEMY, context->enemy_first + i);
        if (own->square == SQUARE_NONE)
            continue;
        add_subject(subjects, SUBJECT_OWN, context->own_first + i);
        if (rank_moves(own->rank) && own->rank != MARSHAL)
            add_subject(subjects, SUBJECT_MOVER, context->own_first + i);
        if (own->rank == MINER)
            add_subject(subjects, SUBJECT_MINER, context->own_first + i);
    }
}

/* Called with each instance that may give points, its points without the weight, and the weight. */
typedef void column_visitor(void *visitor, const struct plan_kind *kind, int subject, const double *value,
                            double weight);

/* Evaluates all plans with a weight above 0, for each of their subjects, and calls `visit` for each
 * instance that may give points. */
static void evaluate_all(const struct planner *planner, const struct plan_context *context,
                         column_visitor *visit, void *visitor)
{
    double value[MOVES_MAX];
    struct subjects subjects;
    bool dirty = true; /* value[] must be cleared */
    list_subjects(context, &subjects);
    for (int i = 0; i < plan_kind_count; i++) {
        const struct plan_kind *kind = plan_kind_table[i];
        double weight = planner->option[i][0];
        for (int k = 0; weight != 0 && k < subjects.count[kind->subject]; k++) {
            int subject = subjects.subject[kind->subject][k];
            if (dirty)
                memset(value, 0, (size_t)context->count * sizeof *value);
            size_t reasons = context->explanation ? context->explanation->count : 0;
            dirty = kind->evaluate(context, planner->option[i], subject, value);
            if (dirty)
                visit(visitor, kind, subject, value, weight);
            else if (context->explanation)
                context->explanation->count = reasons; /* drops the reasons of an instance without points */
        }
    }
}

/* Returns the index of the highest total, the first of equal ones; -1 if `count` is 0. */
static int index_of_highest(const double *total, int count)
{
    int best = count > 0 ? 0 : -1;
    for (int i = 1; i < count; i++)
        if (total[i] > total[best])
            best = i;
    return best;
}

/* The totals of planner_choose, for add_column. */
struct sum {
    double *total;
    int count;
};

/* Adds an instance's weighted points to the totals. It is a column_visitor. */
static void add_column(void *visitor, const struct plan_kind *kind, int subject, const double *value,
                       double weight)
{
    const struct sum *sum = visitor;
    double *total = sum->total;
    (void)kind, (void)subject;
    for (int i = 0, count = sum->count; i < count; i++)
        total[i] += value[i] * weight;
}

int planner_choose(const struct planner *planner, const struct plan_context *context, double *total)
{
    struct sum sum = {total, context->count};
    memset(total, 0, (size_t)context->count * sizeof *total);
    evaluate_all(planner, context, add_column, &sum);
    return index_of_highest(total, context->count);
}

/* Returns whether any of `count` values is not 0. */
static bool has_points(const double *value, int count)
{
    for (int i = 0; i < count; i++)
        if (value[i] != 0)
            return true;
    return false;
}

/* Stores an active instance's weighted points as a column of the plan table and adds them to the totals. It
 * is a column_visitor. */
static void store_column(void *visitor, const struct plan_kind *kind, int subject, const double *value,
                         double weight)
{
    struct plan_table *table = visitor;
    size_t moves = (size_t)table->moves, columns = (size_t)table->columns;
    if (!has_points(value, table->moves))
        return;
    table->column =
        memory_grow(table->column, &table->column_capacity, columns + 1, sizeof *table->column);
    table->values =
        memory_grow(table->values, &table->value_capacity, (columns + 1) * moves, sizeof(double));
    table->column[columns] = (struct plan_column){.kind = kind, .subject = subject};
    double *column_values = table->values + columns * moves;
    table->columns++;
    for (size_t i = 0; i < moves; i++) {
        column_values[i] = value[i] * weight;
        table->total[i] += column_values[i];
    }
}

int planner_table(const struct planner *planner, const struct plan_context *context, struct plan_table *table)
{
    table->moves = context->count;
    table->columns = 0;
    table->total = memory_grow(table->total, &table->total_capacity, (size_t)context->count + 1,
                               sizeof(double));
    memset(table->total, 0, (size_t)context->count * sizeof(double));
    evaluate_all(planner, context, store_column, table);
    for (int i = 0; i < table->columns; i++) /* the array is final only now: growing moves it */
        table->column[i].value = table->values + (size_t)i * (size_t)table->moves;
    return index_of_highest(table->total, table->moves);
}

void plan_table_free(struct plan_table *table)
{
    free(table->column);
    free(table->total);
    free(table->values);
    *table = (struct plan_table){0};
}

/* The reasons of a move, for complete_reasons. */
struct explaining {
    struct plan_explanation *explanation;
    size_t complete; /* number of reasons whose instance is known */
};

/* Completes the reasons that this instance of a plan has added: sets their kind, subject and weight. Drops
 * them if the instance gives the move 0 points. It is a column_visitor. */
static void complete_reasons(void *visitor, const struct plan_kind *kind, int subject, const double *value,
                             double weight)
{
    struct explaining *explaining = visitor;
    struct plan_explanation *explanation = explaining->explanation;
    if (value[explanation->move] == 0)
        explanation->count = explaining->complete;
    for (; explaining->complete < explanation->count; explaining->complete++) {
        struct plan_reason *reason = &explanation->list[explaining->complete];
        reason->kind = kind;
        reason->subject = subject;
        reason->weight = weight;
    }
}

void planner_reasons(const struct planner *planner, struct plan_context *context, int move,
                     struct plan_explanation *explanation)
{
    struct explaining explaining = {.explanation = explanation};
    explanation->move = move;
    context->explanation = explanation;
    evaluate_all(planner, context, complete_reasons, &explaining);
    context->explanation = NULL;
    explanation->count = explaining.complete;
}

void planner_explain(const struct planner *planner, struct plan_context *context, int move, struct text *out)
{
    struct plan_explanation explanation = {0};
    planner_reasons(planner, context, move, &explanation);
    for (size_t i = 0, next; i < explanation.count; i = next) {
        const struct plan_reason *first = &explanation.list[i], *reason = first;
        char head[PLAN_HEAD];
        double points = 0;
        for (next = i; next < explanation.count && explanation.list[next].kind == first->kind &&
                       explanation.list[next].subject == first->subject; next++)
            points += explanation.list[next].points;
        text_printf(out, "%-10s %9.3f  ", plan_head(context, first->kind, first->subject, head),
                    decimal_plain_zero(points * first->weight, 3));
        for (; reason < explanation.list + next; reason++)
            text_printf(out, "%s%s%s, %+.2f", reason > first ? "; " : "", reason->phrase, reason->figures,
                        decimal_plain_zero(reason->points, 2));
        if (first->weight != 1) /* the points in the plan's text are without it */
            text_printf(out, " (x %g)", first->weight);
        text_add(out, "\n");
    }
    free(explanation.list);
}

/* Writes what a plan's instance is about, with a space before it: " d4" (square), " X" (rank), " a-b" (lane).
 * Writes "" for the whole game. */
static void write_subject(const struct plan_context *context, const struct plan_kind *kind, int subject,
                          char text[PLAN_HEAD])
{
    char square[SQUARE_TEXT], lane[LANE_TEXT];
    switch (kind->subject) {
    case SUBJECT_MOVER:
    case SUBJECT_OWN:
    case SUBJECT_ENEMY:
    case SUBJECT_MINER:
        square_write(context->piece[subject].square, context->notation, square);
        snprintf(text, PLAN_HEAD, " %s", square);
        break;
    case SUBJECT_HUNTED: snprintf(text, PLAN_HEAD, " %c", rank_write(subject, context->notation)); break;
    case SUBJECT_LANE: snprintf(text, PLAN_HEAD, " %s", plan_lane(context, subject, lane)); break;
    case SUBJECT_GAME:
    case PLAN_SUBJECTS: text[0] = '\0'; break;
    }
}

char *plan_head(const struct plan_context *context, const struct plan_kind *kind, int subject,
                char text[PLAN_HEAD])
{
    char about[PLAN_HEAD];
    write_subject(context, kind, subject, about);
    snprintf(text, PLAN_HEAD, "%.4s%.10s", kind->column, about);
    return text;
}

char *plan_in_words(const struct plan_context *context, const struct plan_kind *kind, int subject,
                    char text[PLAN_IN_WORDS])
{
    char about[PLAN_HEAD];
    write_subject(context, kind, subject, about);
    snprintf(text, PLAN_IN_WORDS, "%s%s", kind->words, about);
    return text;
}
