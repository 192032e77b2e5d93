/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/move_account.h"

#include "analysis/chance.h"

/* Less probable ranks are left out of the mean. */
static const double MIN_PROBABILITY = 1e-6;

/* What the chances after a move are computed from. */
struct account_terms {
    struct analysis *analysis;
    const struct observer *observer;
    struct move move;
    const struct value_model *model;
    enum player_kind players;
};

/* Returns the moving side's chance to win after the move, 0 .. 1, if the attacked piece has rank `met`.
 * RANK_UNKNOWN: the move attacks none. */
static double chance_after(const struct account_terms *terms, int met)
{
    struct view *view = &terms->analysis->view;
    double p[SIDES][PIECES_A_SIDE][RANKS];
    if (met == FLAG)
        return 1; /* the game is won */
    board_make_as(&view->board, terms->move, RANK_UNKNOWN, met); /* the own mover's rank is known */
    struct event event = board_event(&view->board, view->board.plies - 1);
    for (enum side side = RED; side <= BLUE; side++) {
        struct belief belief = terms->observer->belief[side];
        evidence_stop_recording(&belief.evidence); /* the observer's list must not get this evidence */
        belief_observe(&belief, &event);
        observer_conclude(terms->observer, &belief, p[side]);
    }
    double chance = chance_by_beliefs(view, (value_beliefs *)p[side_other(view->side)],
                                      (value_beliefs *)p[view->side], terms->model, terms->players);
    board_unmake(&view->board);
    return chance;
}

void move_account_make(struct move_account *account, struct analysis *analysis,
                       const struct observer *observer, struct move move, int met, double before,
                       const struct value_model *model, enum player_kind players)
{
    const struct account_terms terms = {analysis, observer, move, model, players};
    const struct board *board = &analysis->view.board;
    int victim = board->at[move.to];
    *account = (struct move_account){.before = before, .after = chance_after(&terms, met)};
    account->expected = account->after;
    account->risked = victim != NO_PIECE && board->piece[victim].rank == RANK_UNKNOWN;
    if (!account->risked)
        return;
    const double *p = observer->p[piece_side(victim)][victim % PIECES_A_SIDE];
    double weights = 0, weighted_chances = 0;
    for (int rank = 0; rank < RANKS; rank++) {
        if (p[rank] < MIN_PROBABILITY)
            continue;
        double weight = rank == FLAG ? MOVE_ACCOUNT_FLAG * p[rank] : p[rank];
        weights += weight;
        weighted_chances += weight * (rank == met ? account->after : chance_after(&terms, rank));
    }
    account->expected = weights > 0 ? weighted_chances / weights : account->after;
    account->met = p[met];
}
