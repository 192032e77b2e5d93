/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "observer/steppers.h"

#include <string.h>

/* The ranks that a known piece of `rank` takes, and that do not take it when they attack first, as a marshal
 * does who steps beside a spy. */
static uint16_t taken_by(int rank)
{
    uint16_t ranks = 0;
    for (int other = 0; other < RANKS; other++)
        if (rank_moves(rank) && rank_moves(other) && battle_result(rank, other) == BATTLE_WON &&
            battle_result(other, rank) != BATTLE_WON)
            ranks |= (uint16_t)(1u << other);
    return ranks;
}

/* What a hidden piece that has just gone from one square to another has stepped up to. */
static uint16_t look_around(const struct public_state *state, enum side side, struct move move)
{
    uint16_t ranks = 0;
    for (int direction = 0; direction < 4; direction++) {
        int beside = public_state_beside(state, move.to, (enum direction)direction);
        if (beside == NO_PIECE || piece_side(beside) == side || state->piece[beside].rank == RANK_UNKNOWN ||
            squares_touch(move.from, state->piece[beside].square))
            continue;
        ranks |= taken_by(state->piece[beside].rank);
    }
    return ranks;
}

void steppers_find(struct steppers *steppers, const struct view *view, enum side side)
{
    const struct board *board = &view->board;
    struct public_state state;
    *steppers = (struct steppers){0};
    public_state_init(&state, view);
    for (uint32_t i = board->prior_plies; i < board->plies; i++) {
        const struct ply *ply = &board->history[i];
        struct event event = board_event(board, i);
        public_state_apply(&state, &event, NULL);
        if (piece_side(ply->mover) == side && ply->victim == NO_PIECE &&
            state.piece[ply->mover].rank == RANK_UNKNOWN)
            steppers->weaker[ply->mover - side_base(side)] |= look_around(&state, side, ply->move);
    }
    for (int row = 0; row < PIECES_A_SIDE; row++)
        if (state.piece[side_base(side) + row].rank != RANK_UNKNOWN)
            steppers->weaker[row] = 0;
}

double steppers_likelihood(const struct steppers *steppers, double share, const uint8_t rank[PIECES_A_SIDE])
{
    double likelihood = 1;
    for (int row = 0; row < PIECES_A_SIDE; row++)
        if (rank[row] < RANKS && (steppers->weaker[row] >> rank[row] & 1))
            likelihood *= share;
    return likelihood;
}

void steppers_weigh(const struct steppers *steppers, double share, double p[PIECES_A_SIDE][RANKS])
{
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        double before = 0, after = 0;
        for (int rank = 0; rank < RANKS && steppers->weaker[row]; rank++) {
            before += p[row][rank];
            after += p[row][rank] * (steppers->weaker[row] >> rank & 1 ? share : 1);
        }
        for (int rank = 0; rank < RANKS && after > 0; rank++)
            p[row][rank] *= (steppers->weaker[row] >> rank & 1 ? share : 1) * before / after;
    }
}
