/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps up: quiet moves that end beside an enemy piece. is_step_up is their only definition. */
#ifndef VEDETTE_BELIEF_STEP_UP_H
#define VEDETTE_BELIEF_STEP_UP_H

#include "belief/public_state.h"

/* The result if a hidden piece attacked a known one: it wins, both are lost, or it loses. */
enum step_strength { STEP_STRONGER, STEP_EQUAL, STEP_WEAKER, STEP_STRENGTHS };
/* Returns the strength of `rank` against the rank `known`. An immobile rank counts as weaker. */
enum step_strength step_strength(int rank, int known);

/* Returns the ranks (bit r) that a known piece of rank `known` would capture; 0 if it cannot move. */
uint16_t step_up_endangered(int known);

/* Returns whether a quiet move from `from` that ends beside `square` is a step up to the piece there. It is
 * not if `from` is beside it too. */
static inline bool is_step_up(int from, int square)
{
    return !squares_touch(from, square);
}

/* Fills `known` with the ranks of the known enemy pieces to which the piece's last move was a step up.
 * Returns their number: 0 if its side has moved another piece since. */
int steps_up_to(const struct public_state *state, int number, uint8_t known[DIRECTIONS]);

#endif
