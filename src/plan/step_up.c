/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/step_up.h"

#include <string.h>

int step_up_find(const struct view *view, bool below[RANKS])
{
    const struct board *board = &view->board;
    memset(below, 0, RANKS * sizeof *below);
    if (board->plies <= board->prior_plies)
        return NO_PIECE;
    const struct ply *last = &board->history[board->plies - 1];
    const struct piece *piece = &board->piece[last->mover];
    if (last->victim != NO_PIECE || piece->side == (uint8_t)view->side || piece->known)
        return NO_PIECE;
    bool beside = false;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        int square = square_next[last->move.to][direction];
        int number = square == SQUARE_NONE ? NO_PIECE : board->at[square];
        if (number >= PIECES || board->piece[number].side != (uint8_t)view->side ||
            !board->piece[number].known || !rank_moves(board->piece[number].rank))
            continue;
        for (int rank = SPY; rank < RANKS; rank++) {
            bool loses = battle_result(rank, board->piece[number].rank) == BATTLE_LOST;
            below[rank] = beside ? below[rank] && loses : loses;
        }
        beside = true;
    }
    return beside ? last->mover : NO_PIECE;
}

void step_up_doubt(const double p[RANKS], const bool below[RANKS], double factor, double out[RANKS])
{
    double lower = 0, others = 0;
    for (int rank = 0; rank < RANKS; rank++)
        if (below[rank])
            lower += p[rank];
        else
            others += p[rank];
    double scale = lower + others > 0 ? (lower + others) / (factor * lower + others) : 1;
    for (int rank = 0; rank < RANKS; rank++)
        out[rank] = others > 0 ? p[rank] * (below[rank] ? factor : 1) * scale : p[rank];
}
