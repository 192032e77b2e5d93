/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "observer/approach_evidence.h"

#include "belief/step_up.h"

void approach_evidence_add(struct approach_evidence *evidence, const struct public_state *state,
                           enum side side, const struct event *event)
{
    int base = side_base(side), number = state->at[event->move.to];
    uint8_t known[DIRECTIONS];
    if (event->battle == BATTLE_NONE && state->piece[number].rank == RANK_UNKNOWN)
        for (int i = steps_up_to(state, number, known) - 1; i >= 0; i--)
            evidence->unlikely[number - base] |= step_up_endangered(known[i]);
    for (int row = 0; row < PIECES_A_SIDE; row++)
        if (state->piece[base + row].rank != RANK_UNKNOWN)
            evidence->unlikely[row] = 0;
}
