/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hidden pieces that have just stepped up, quietly, to a known one of the enemy. */
#ifndef VEDETTE_BELIEF_STEP_UP_H
#define VEDETTE_BELIEF_STEP_UP_H

#include "belief/public_state.h"

/* Whether such a piece would take the known one, both would go, or it would be taken (what does not move is
 * weaker too). */
enum step_strength { STEP_STRONGER, STEP_EQUAL, STEP_WEAKER, STEP_STRENGTHS };
enum step_strength step_strength(int rank, int known);

/* The ranks (bit r) that a known piece of rank `known` takes if they stay beside it: none if it cannot
 * move. */
uint16_t step_up_endangered(int known);

/* Whether a quiet move that ends beside `square` is a step up to the piece there: it came from further
 * off. */
static inline bool is_step_up(int from, int square)
{
    return !squares_touch(from, square);
}

/* Fills `known` with the ranks of the known enemy pieces that a hidden piece's last move brought it beside,
 * from further off, and returns how many they are: none once its own side has moved another piece since. */
int steps_up_to(const struct public_state *state, int number, uint8_t known[DIRECTIONS]);

#endif
