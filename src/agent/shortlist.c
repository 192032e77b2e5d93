/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agent/shortlist.h"

#include <math.h>

/* What the next move of the list must be. */
enum wanted { WANTED_ANY, WANTED_ATTACK, WANTED_FRESH /* it brings a new position */ };

/* Returns how often the position after a quiet move has occurred before; 0 for an attack. */
static uint32_t count_earlier_positions(const struct shortlist_terms *terms, const struct plan_move *move)
{
    const struct board *board = &terms->context->view->board;
    uint32_t times = 0;
    if (move->victim != NO_PIECE)
        return 0;
    board_make_as(terms->after, move->move, RANK_UNKNOWN, RANK_UNKNOWN);
    /* A piece key is stored with the position after each ply; the first one is that of the start. */
    times += board->first_piece_key == terms->after->piece_key;
    for (uint32_t i = 0; i < board->plies; i++) /* including plies before a loaded position */
        times += board->history[i].piece_key == terms->after->piece_key;
    board_unmake(terms->after);
    return times;
}

/* Returns the index of the best allowed move for which `wanted` is true and that is not in the list: the one
 * with the highest total. Returns -1 if there is none. */
static int best_not_listed(const struct shortlist *list, const struct shortlist_terms *terms,
                           enum wanted wanted)
{
    const struct plan_context *context = terms->context;
    int best = -1;
    for (int i = 0; i < context->count; i++) {
        const struct plan_move *move = &context->moves[i];
        bool is_listed = false;
        if ((best >= 0 && terms->total[i] <= terms->total[best]) || !think_allows(terms->think, move->move) ||
            (wanted == WANTED_ATTACK && move->victim == NO_PIECE))
            continue;
        for (int k = 0; k < list->count; k++)
            is_listed |= move_equal(list->move[k], move->move);
        if (!is_listed && (wanted != WANTED_FRESH || !count_earlier_positions(terms, move)))
            best = i;
    }
    return best;
}

/* Computes the bonus of a move of the list; `max` as in shortlist_update_bonuses. */
static void update_bonus(struct shortlist *list, const struct shortlist_terms *terms, int index, double max)
{
    double behind = fmax(list->behind[index], -max); /* points, 0 or less; `pull` is for 100 points */
    list->bonus[index] = terms->pull * behind / 100 - terms->repetition * list->repetitions[index];
}

/* Appends the planner's move number `move` to the list; `best`: the best total. */
static void append_move(struct shortlist *list, const struct shortlist_terms *terms, int move, double best)
{
    const struct plan_context *context = terms->context;
    int index = list->count++;
    list->index[index] = move;
    list->move[index] = context->moves[move].move;
    list->behind[index] = terms->total[move] - best;
    list->repetitions[index] = count_earlier_positions(terms, &context->moves[move]);
    update_bonus(list, terms, index, INFINITY);
}

/* Returns the highest total of an allowed move, in points; 0: there is none. */
static double best_total(const struct shortlist_terms *terms)
{
    int best = best_not_listed(&(struct shortlist){0}, terms, WANTED_ANY);
    return best >= 0 ? terms->total[best] : 0;
}

/* Prepares terms->after for count_earlier_positions. */
static void copy_board(const struct shortlist_terms *terms)
{
    board_copy(terms->after, &terms->context->view->board);
}

void shortlist_extend(struct shortlist *list, const struct shortlist_terms *terms, int max)
{
    double best = best_total(terms);
    copy_board(terms);
    while (list->count < max && list->count < HALVING_ARMS) {
        int move = best_not_listed(list, terms, WANTED_ANY);
        if (move < 0)
            break;
        append_move(list, terms, move, best);
    }
}

void shortlist_make(struct shortlist *list, const struct shortlist_terms *terms)
{
    double best = best_total(terms);
    list->count = 0;
    copy_board(terms);
    for (int i = 0; i < terms->candidates && i < HALVING_ARMS - 2; i++) { /* two more may be added below */
        int move = best_not_listed(list, terms, WANTED_ANY);
        if (move < 0 || (i && terms->total[move] < best - terms->behind))
            break;
        append_move(list, terms, move, best);
    }
    if (!list->count)
        return;
    /* The best attack, even if it is somewhat further behind. */
    int attack = best_not_listed(list, terms, WANTED_ATTACK);
    if (attack >= 0 && terms->total[attack] >= best - 2 * terms->behind)
        append_move(list, terms, attack, best);
    /* If the best move repeats a position: the best one that leads to a new position. */
    int fresh = list->repetitions[0] ? best_not_listed(list, terms, WANTED_FRESH) : -1;
    if (fresh >= 0)
        append_move(list, terms, fresh, best);
}

bool shortlist_has_other_moves(const struct shortlist *list, const struct shortlist_terms *terms)
{
    return best_not_listed(list, terms, WANTED_ANY) >= 0;
}

void shortlist_update_bonuses(struct shortlist *list, const struct shortlist_terms *terms, double max)
{
    for (int i = 0; i < list->count; i++)
        update_bonus(list, terms, i, max);
}
