/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/plan_hint.h"

#include "plan/plans.h"

#include <math.h>
#include <stdlib.h>

static const double MIN_DIFFERENCE = 0.005; /* points; smaller ones are rounding errors */

/* Returns the total of a move without the plan Random. */
static double total_without_random(const struct plan_table *table, int move)
{
    double total = 0;
    for (int i = 0; i < table->columns; i++)
        if (table->column[i].kind != &plan_random)
            total += table->column[i].value[move];
    return total;
}

/* Returns the move with the highest total_without_random, leaving out the move `except`. Returns -1 if there
 * is none. */
static int best_except(const struct plan_table *table, int except)
{
    int best = -1;
    double max = -INFINITY;
    for (int i = 0; i < table->moves; i++) {
        double total = i == except ? -INFINITY : total_without_random(table, i);
        if (total > max) {
            max = total;
            best = i;
        }
    }
    return best;
}

/* Finds the column with the largest difference in favour of the best move, and the sum of all others. The
 * column is a reason only if the others together do not matter more. */
static void find_reason_column(struct plan_hint *hint, const struct plan_table *table)
{
    hint->column = -1;
    hint->difference = 0;
    double sum = 0;
    for (int i = 0; i < table->columns; i++) {
        const double *value = table->column[i].value;
        double difference = value[hint->best] - (hint->second < 0 ? 0 : value[hint->second]);
        if (table->column[i].kind == &plan_random)
            continue;
        sum += difference;
        if (difference > fmax(hint->difference, MIN_DIFFERENCE)) {
            hint->difference = difference;
            hint->column = i;
        }
    }
    hint->others = sum - hint->difference;
    if (hint->column < 0 || fabs(hint->others) > hint->difference) {
        hint->column = -1;
        return;
    }
    const double *value = table->column[hint->column].value;
    /* The difference may come more from points against the second move than from points for the best. */
    hint->against = hint->second >= 0 && -value[hint->second] > value[hint->best];
}

/* Returns the reason of the decisive column with the most points for or against the move. NULL if there is
 * none. */
static const struct plan_reason *decisive_reason(const struct plan_hint *hint, const struct plan_table *table,
                                                 const struct plan_explanation *reasons)
{
    const struct plan_column *column = &table->column[hint->column];
    const struct plan_reason *decisive = NULL;
    double max = 0;
    for (size_t i = 0; i < reasons->count; i++) {
        const struct plan_reason *reason = &reasons->list[i];
        double points = hint->against ? -reason->points : reason->points;
        if (reason->kind == column->kind && reason->subject == column->subject && points > max) {
            max = points;
            decisive = reason;
        }
    }
    return decisive;
}

/* Writes a move's name. Returns `text`. */
static const char *write_name(const struct plan_context *context, int move, char text[MOVE_TEXT])
{
    return move_write(context->moves[move].move, plan_attacks(context, move), context->notation, text);
}

void plan_hint_compare(struct plan_hint *hint, struct analysis *analysis, const struct analysis_cache *cache)
{
    struct plan_explanation reasons = {0};
    const struct plan_reason *decisive = NULL;
    char best[MOVE_TEXT], second[MOVE_TEXT];
    text_clear(&hint->text);
    find_reason_column(hint, &analysis->table);
    if (hint->column >= 0) {
        analysis_reasons(analysis, cache, hint->against ? hint->second : hint->best, &reasons);
        decisive = decisive_reason(hint, &analysis->table, &reasons);
    }
    text_add(&hint->text, write_name(analysis->context, hint->best, best));
    if (decisive && hint->against)
        text_printf(&hint->text, ". %s, %s, %s", write_name(analysis->context, hint->second, second),
                    hint->role ? hint->role : "the next best", decisive->phrase);
    else if (decisive)
        text_printf(&hint->text, " %s", decisive->phrase);
    text_add(&hint->text, ".");
    free(reasons.list);
}

void plan_hint_make(struct plan_hint *hint, struct analysis *analysis, const struct analysis_cache *cache)
{
    hint->best = best_except(&analysis->table, -1);
    hint->second = best_except(&analysis->table, hint->best);
    plan_hint_compare(hint, analysis, cache);
}
