/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/step_up.h"

#include "belief/step_up.h"

int step_up_find(const struct view *view, uint16_t *unlikely)
{
    const struct board *board = &view->board;
    *unlikely = 0;
    if (board->plies <= board->prior_plies)
        return NO_PIECE;
    const struct ply *last = &board->history[board->plies - 1];
    const struct piece *piece = &board->piece[last->mover];
    if (last->victim != NO_PIECE || piece->side == (uint8_t)view->side || piece->known)
        return NO_PIECE;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        int square = square_next[last->move.to][direction];
        int number = square == SQUARE_NONE ? NO_PIECE : board->at[square];
        if (number < PIECES && board->piece[number].side == (uint8_t)view->side &&
            board->piece[number].known && is_step_up(last->move.from, square))
            *unlikely |= step_up_endangered(board->piece[number].rank);
    }
    return *unlikely ? last->mover : NO_PIECE;
}

void step_up_doubt(const double p[RANKS], uint16_t unlikely, double factor, double out[RANKS])
{
    double lower = 0, others = 0;
    for (int rank = 0; rank < RANKS; rank++)
        if (unlikely >> rank & 1)
            lower += p[rank];
        else
            others += p[rank];
    double scale = lower + others > 0 ? (lower + others) / (factor * lower + others) : 1;
    for (int rank = 0; rank < RANKS; rank++)
        out[rank] = others > 0 ? p[rank] * (unlikely >> rank & 1 ? factor : 1) * scale : p[rank];
}
