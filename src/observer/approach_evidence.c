/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "observer/approach_evidence.h"

#include "belief/step_up.h"

#include <math.h>
#include <string.h>

void approach_evidence_add(struct approach_evidence *evidence, const struct public_state *state,
                           enum side side, const struct event *event)
{
    int base = side_base(side), number = state->at[event->move.to];
    uint8_t known[DIRECTIONS];
    if (event->battle == BATTLE_NONE && state->piece[number].rank == RANK_UNKNOWN)
        for (int i = steps_up_to(state, number, known) - 1; i >= 0; i--)
            evidence->unlikely[number - base] |= step_up_endangered(known[i]);
    /* Pieces whose rank became known need no evidence. */
    for (int row = 0; row < PIECES_A_SIDE; row++)
        if (state->piece[base + row].rank != RANK_UNKNOWN)
            evidence->unlikely[row] = 0;
}

int approach_last(const struct view *view, uint16_t *unlikely)
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

const double (*approach_apply_last(const struct view *view, double weight, const double (*p)[RANKS],
                                   double out[PIECES_A_SIDE][RANKS]))[RANKS]
{
    uint16_t unlikely;
    double against = 0, others = 0; /* sums of the probabilities of unlikely ranks, and of the others */
    double factor = exp(-weight);   /* of the unlikely ranks */
    int number = weight > 0 ? approach_last(view, &unlikely) : NO_PIECE;
    if (number == NO_PIECE)
        return p;
    int row = number - side_base(side_other(view->side));
    for (int rank = 0; rank < RANKS; rank++) {
        if (unlikely >> rank & 1)
            against += p[row][rank];
        else
            others += p[row][rank];
    }
    if (others <= 0)
        return p;
    /* Scale the row to its old sum. */
    double scale = (against + others) / (factor * against + others);
    memcpy(out, p, PIECES_A_SIDE * sizeof *out);
    for (int rank = 0; rank < RANKS; rank++)
        out[row][rank] *= (unlikely >> rank & 1 ? factor : 1) * scale;
    return (const double(*)[RANKS])out;
}
