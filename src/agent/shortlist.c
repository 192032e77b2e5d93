/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agent/shortlist.h"

#include <math.h>

/* What the next move to be taken in is wanted for. */
enum wanted { WANTED_ANY, WANTED_ATTACK, WANTED_FRESH /* it brings a new position */ };

/* How often the pieces stood before as they stand after a quiet move. */
static uint32_t times_before(const struct shortlist_terms *terms, const struct plan_move *move)
{
    const struct board *board = &terms->context->view->board;
    uint32_t times = 0;
    if (move->victim != NO_PIECE)
        return 0;
    board_make_as(terms->after, move->move, RANK_UNKNOWN, RANK_UNKNOWN);
    times += board->first_piece_key == terms->after->piece_key;
    for (uint32_t i = 0; i < board->plies; i++) /* those that a position was told of too */
        times += board->history[i].piece_key == terms->after->piece_key;
    board_unmake(terms->after);
    return times;
}

/* The allowed move with the highest total that is not in the list yet; -1: there is none. */
static int next_best(const struct shortlist *list, const struct shortlist_terms *terms, enum wanted wanted)
{
    const struct plan_context *context = terms->context;
    int best = -1;
    for (int i = 0; i < context->count; i++) {
        const struct plan_move *move = &context->moves[i];
        bool is_in = false;
        if ((best >= 0 && terms->total[i] <= terms->total[best]) || !think_allows(terms->think, move->move) ||
            (wanted == WANTED_ATTACK && move->victim == NO_PIECE))
            continue;
        for (int k = 0; k < list->count; k++)
            is_in |= move_equal(list->move[k], move->move);
        if (!is_in && (wanted != WANTED_FRESH || !times_before(terms, move)))
            best = i;
    }
    return best;
}

static void weigh(struct shortlist *list, const struct shortlist_terms *terms, int at, double most)
{
    list->bonus[at] = terms->pull * fmax(list->behind[at], -most) / 100 - terms->repetition * list->again[at];
}

static void take(struct shortlist *list, const struct shortlist_terms *terms, int move, double best)
{
    const struct plan_context *context = terms->context;
    int at = list->count++;
    list->index[at] = move;
    list->move[at] = context->moves[move].move;
    list->behind[at] = terms->total[move] - best;
    list->again[at] = times_before(terms, &context->moves[move]);
    weigh(list, terms, at, INFINITY);
}

/* Points of the best allowed move. */
static double best_total(const struct shortlist_terms *terms)
{
    int best = next_best(&(struct shortlist){0}, terms, WANTED_ANY);
    return best >= 0 ? terms->total[best] : 0;
}

static void remember_board(const struct shortlist_terms *terms)
{
    board_copy(terms->after, &terms->context->view->board);
}

void shortlist_extend(struct shortlist *list, const struct shortlist_terms *terms, int most)
{
    double best = best_total(terms);
    remember_board(terms);
    while (list->count < most && list->count < HALVING_ARMS) {
        int move = next_best(list, terms, WANTED_ANY);
        if (move < 0)
            break;
        take(list, terms, move, best);
    }
}

void shortlist_make(struct shortlist *list, const struct shortlist_terms *terms)
{
    double best = best_total(terms);
    list->count = 0;
    remember_board(terms);
    for (int i = 0; i < terms->candidates && i < HALVING_ARMS - 2; i++) { /* two more may come in */
        int move = next_best(list, terms, WANTED_ANY);
        if (move < 0 || (i && terms->total[move] < best - terms->behind))
            break;
        take(list, terms, move, best);
    }
    if (!list->count)
        return;
    int attack = next_best(list, terms, WANTED_ATTACK);
    if (attack >= 0 && terms->total[attack] >= best - 2 * terms->behind)
        take(list, terms, attack, best);
    int fresh = list->again[0] ? next_best(list, terms, WANTED_FRESH) : -1;
    if (fresh >= 0)
        take(list, terms, fresh, best);
}

bool shortlist_leaves_some(const struct shortlist *list, const struct shortlist_terms *terms)
{
    return next_best(list, terms, WANTED_ANY) >= 0;
}

void shortlist_weigh(struct shortlist *list, const struct shortlist_terms *terms, double most)
{
    for (int i = 0; i < list->count; i++)
        weigh(list, terms, i, most);
}
