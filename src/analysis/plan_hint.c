/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/plan_hint.h"

#include "plan/plans.h"
#include "plan/profit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* Returns what a column gives the best move beyond the second. */
static double lead_in_column(const struct plan_hint *hint, const struct plan_column *column)
{
    return column->value[hint->best] - (hint->second < 0 ? 0 : column->value[hint->second]);
}

/* Returns the column with the largest difference in favour of the best move, other than the plan Random and
 * `except` (may be NULL); -1: none has one. */
static int find_largest(const struct plan_hint *hint, const struct plan_table *table,
                        const struct plan_kind *except)
{
    double max = MIN_DIFFERENCE;
    int largest = -1;
    for (int i = 0; i < table->columns; i++) {
        const struct plan_kind *kind = table->column[i].kind;
        double difference = lead_in_column(hint, &table->column[i]);
        if (kind != &plan_random && kind != except && difference > max) {
            max = difference;
            largest = i;
        }
    }
    return largest;
}

/* Returns whether the difference between the two moves in a column comes more from points against the second
 * move than from points for the best. */
static bool is_against(const struct plan_hint *hint, const struct plan_column *column)
{
    return hint->second >= 0 && -column->value[hint->second] > column->value[hint->best];
}

/* Finds the column with the largest difference in favour of the best move, and the sum of all others. The
 * column is a reason only if the others together do not matter more. */
static void find_reason_column(struct plan_hint *hint, const struct plan_table *table)
{
    hint->column = find_largest(hint, table, NULL);
    hint->difference = hint->column < 0 ? 0 : lead_in_column(hint, &table->column[hint->column]);
    double sum = total_without_random(table, hint->best);
    if (hint->second >= 0)
        sum -= total_without_random(table, hint->second);
    hint->others = sum - hint->difference;
    if (hint->column >= 0 && fabs(hint->others) > hint->difference)
        hint->column = -1;
    hint->against = hint->column >= 0 && is_against(hint, &table->column[hint->column]);
}

/* Returns the reason of a column with the most points for the move, or against it; NULL if there is none. */
static const struct plan_reason *decisive_reason(const struct plan_column *column, bool against,
                                                 const struct plan_explanation *reasons)
{
    const struct plan_reason *decisive = NULL;
    double max = 0;
    for (size_t i = 0; i < reasons->count; i++) {
        const struct plan_reason *reason = &reasons->list[i];
        double points = against ? -reason->points : reason->points;
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

/* Appends the words of a reason for or against a move without figures. */
static void add_plain_phrase(const struct plan_context *context, int move, const struct plan_reason *reason,
                             struct text *out)
{
    char words[PLAN_ATTACK];
    /* Figures are the odds of an attack, and else stand in brackets. */
    const char *phrase = reason->kind == &plan_immediate_capture && strstr(reason->phrase, " %")
                             ? plan_attack_words(context, &context->moves[move], false, words)
                             : reason->phrase;
    const char *open = strstr(phrase, " ("), *close = open ? strchr(open, ')') : NULL;
    text_printf(out, "%.*s%s", (int)(close ? open - phrase : (long)strlen(phrase)), phrase,
                close ? close + 1 : "");
}

/* Appends to both texts, without the full stop, what a column has for the best move or against the second:
 * " goes nearer to the flag, probably on b10", or ". a4-a5, the plans' next best, leaves the major on d4 next
 * to the piece on e5". Returns false if it has no words. With `anew` a sentence begins, with "It also";
 * without, the words follow the best move's name. */
static bool add_reason(struct plan_hint *hint, struct analysis *analysis, const struct analysis_cache *cache,
                       int column, bool anew)
{
    struct plan_explanation reasons = {0};
    const struct plan_column *chosen = &analysis->table.column[column];
    char second[MOVE_TEXT];
    bool against = is_against(hint, chosen);
    analysis_reasons(analysis, cache, against ? hint->second : hint->best, &reasons);
    const struct plan_reason *decisive = decisive_reason(chosen, against, &reasons);
    if (decisive && against) {
        /* The chances of rollouts, which the whole text may stand beside, may have another next best. */
        const char *role = hint->role;
        write_name(analysis->context, hint->second, second);
        text_printf(&hint->text, ". %s, %s, %s", second, role ? role : "the plans' next best",
                    decisive->phrase);
        text_printf(&hint->plain, "%s %s, %s, ", anew ? ", but" : ", because", second,
                    role ? role : "the next best");
    } else if (decisive) {
        text_printf(&hint->text, "%s %s", anew ? ". It also" : "", decisive->phrase);
        text_add(&hint->plain, anew ? ", but also " : " ");
    }
    if (decisive)
        add_plain_phrase(analysis->context, against ? hint->second : hint->best, decisive, &hint->plain);
    free(reasons.list);
    return decisive != NULL;
}

/* Appends to both texts why the best move, an attack that more probably loses, is made all the same: on the
 * mean it gains more than it costs; or another plan counts for it, or against the second move. If none of
 * these is true, appends how much worse all other moves are. */
static void add_despite(struct plan_hint *hint, struct analysis *analysis, const struct analysis_cache *cache)
{
    const struct plan_context *context = analysis->context;
    const struct plan_move *move = &context->moves[hint->best];
    const struct profit profit = plan_profit(context, move->piece, move->victim, 1);
    int other = find_largest(hint, &analysis->table, &plan_immediate_capture);
    char second[MOVE_TEXT];
    const char *rank = rank_table[context->piece[move->piece].rank].name;
    if (profit.gain > profit.price) {
        text_printf(&hint->text, ". On average it gains more than a %s", rank);
        text_printf(&hint->plain, ", but on average gains more than a %s", rank);
    } else if (hint->second < 0) {
        text_add(&hint->text, ". It is the only move");
        text_add(&hint->plain, ", but is the only move");
    } else if (other < 0 || !add_reason(hint, analysis, cache, other, true)) {
        text_printf(&hint->text, ". All other moves are worse: the next best, %s, by %.1f points",
                    write_name(context, hint->second, second),
                    total_without_random(&analysis->table, hint->best) -
                        total_without_random(&analysis->table, hint->second));
        text_add(&hint->plain, ", but all other moves are worse");
    }
}

/* Whether a move is an attack that more probably loses than wins. */
static bool is_rash(const struct analysis *analysis, int move)
{
    const struct plan_context *context = analysis->context;
    if (!plan_attacks(context, move))
        return false;
    const struct plan_odds *odds = plan_odds(context, context->piece[context->moves[move].piece].rank,
                                             context->moves[move].victim);
    return odds->loses > odds->wins;
}

void plan_hint_free(struct plan_hint *hint)
{
    text_free(&hint->text);
    text_free(&hint->plain);
}

/* Appends to both texts the attack of the best move and its odds. */
static void add_odds(struct plan_hint *hint, const struct plan_context *context)
{
    char words[PLAN_ATTACK];
    const struct plan_move *move = &context->moves[hint->best];
    text_printf(&hint->text, " %s", plan_attack_words(context, move, true, words));
    text_printf(&hint->plain, " %s", plan_attack_words(context, move, false, words));
}

void plan_hint_compare(struct plan_hint *hint, struct analysis *analysis, const struct analysis_cache *cache)
{
    const struct plan_table *table = &analysis->table;
    const struct plan_context *context = analysis->context;
    char best[MOVE_TEXT];
    text_clear(&hint->text);
    text_clear(&hint->plain);
    find_reason_column(hint, table);
    text_add(&hint->text, write_name(context, hint->best, best));
    text_add(&hint->plain, best);
    /* An attack whose reason is about another move, or that has none, has its odds. */
    bool attacks = plan_attacks(context, hint->best), has_odds = attacks && hint->against;
    if (has_odds)
        add_odds(hint, context);
    if (hint->column >= 0 && !add_reason(hint, analysis, cache, hint->column, false)) {
        hint->column = -1;
        hint->against = false;
    }
    if (attacks && hint->column < 0 && !has_odds)
        add_odds(hint, context);
    bool has_odds_alone = hint->column < 0 || table->column[hint->column].kind == &plan_immediate_capture;
    if (!hint->role && has_odds_alone && is_rash(analysis, hint->best))
        add_despite(hint, analysis, cache);
    text_add(&hint->text, ".");
    text_add(&hint->plain, ".");
}

void plan_hint_make(struct plan_hint *hint, struct analysis *analysis, const struct analysis_cache *cache)
{
    hint->best = best_except(&analysis->table, -1);
    hint->second = best_except(&analysis->table, hint->best);
    plan_hint_compare(hint, analysis, cache);
}

bool plan_hint_sentence(const struct plan_hint *hint, const struct analysis *analysis, struct move move,
                        bool figures, struct text *out)
{
    const struct plan_context *context = analysis->context;
    char name[MOVE_TEXT], words[PLAN_ATTACK];
    int index = analysis_find(analysis, move);
    if (index == hint->best)
        text_add(out, text_string(figures ? &hint->text : &hint->plain));
    else if (index >= 0 && plan_attacks(context, index))
        text_printf(out, "%s %s.", write_name(context, index, name),
                    plan_attack_words(context, &context->moves[index], figures, words));
    return index >= 0 && index != hint->best && is_rash(analysis, index);
}
