/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "observer/approach_evidence.h"

#include "belief/step_up.h"

/* The ranks that are in danger from a known piece: of the other side, able to move and stronger. */
static uint16_t endangered_by(int known)
{
    uint16_t ranks = 0;
    for (int rank = 0; rank < RANKS; rank++)
        if (rank_moves(known) && rank_moves(rank) && step_strength(rank, known) == STEP_WEAKER)
            ranks |= (uint16_t)(1u << rank);
    return ranks;
}

void approach_evidence_add(struct approach_evidence *evidence, const struct public_state *state,
                           enum side side, const struct event *event)
{
    int base = side_base(side), number = state->at[event->move.to];
    uint8_t known[DIRECTIONS];
    if (event->battle == BATTLE_NONE && state->piece[number].rank == RANK_UNKNOWN)
        for (int i = steps_up_to(state, number, known) - 1; i >= 0; i--)
            evidence->unlikely[number - base] |= endangered_by(known[i]);
    for (int row = 0; row < PIECES_A_SIDE; row++)
        if (state->piece[base + row].rank != RANK_UNKNOWN)
            evidence->unlikely[row] = 0;
}
