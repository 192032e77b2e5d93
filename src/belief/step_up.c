/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/step_up.h"

#include "game/piece.h"

enum step_strength step_strength(int rank, int known)
{
    if (!rank_moves(rank))
        return STEP_WEAKER;
    enum battle battle = battle_result(rank, known);
    return battle == BATTLE_WON ? STEP_STRONGER : battle == BATTLE_BOTH ? STEP_EQUAL : STEP_WEAKER;
}

uint16_t step_up_endangered(int known)
{
    uint16_t ranks = 0;
    for (int rank = 0; rank < RANKS; rank++)
        if (rank_moves(known) && rank_moves(rank) && step_strength(rank, known) == STEP_WEAKER)
            ranks |= (uint16_t)(1u << rank);
    return ranks;
}

int steps_up_to(const struct public_state *state, int number, uint8_t known[DIRECTIONS])
{
    const struct public_piece *piece = &state->piece[number];
    int count = 0;
    /* There is no step up unless the piece made its side's last move. If its side is to move now, the
     * enemy has made a ply since. */
    if (!piece->last || piece->last + (uint32_t)(state->to_move == piece_side(number)) != state->plies)
        return 0;
    for (int d = 0; d < DIRECTIONS; d++) {
        int other = public_state_beside(state, piece->square, (enum direction)d);
        if (other == NO_PIECE || piece_side(other) == piece_side(number))
            continue;
        const struct public_piece *near = &state->piece[other];
        if (near->rank != RANK_UNKNOWN && piece->last > near->last && is_step_up(piece->from, near->square))
            known[count++] = near->rank;
    }
    return count;
}
