/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The input of a policy network: DeepNash's observation (Perolat et al. 2022, supplement, table 3, equations
 * 6 and 7).
 *
 * An observation is OBSERVATION_PLANES planes of 10x10 numbers, stored square by square: plane p of square s
 * is cell[s * OBSERVATION_PLANES + p]. The board is seen from the player's end: for blue it is turned by 180
 * degrees (square_turned). All variants have the same planes.
 *
 * It is made from a view, so it cannot contain a rank that the player must not know. */
#ifndef VEDETTE_POLICY_OBSERVATION_H
#define VEDETTE_POLICY_OBSERVATION_H

#include "game/view.h"

enum {
    OBSERVATION_MOVES_SEEN = 40,  /* number of last moves in the observation */

    /* The first plane of each part. */
    OBSERVATION_LAKES = 0,        /* 1 on a lake */
    OBSERVATION_OWN = 1,          /* 12 planes, by type: 1 where an own piece of the type stands */
    OBSERVATION_ENEMY = 13,       /* 12: the probability of an enemy piece of the type (eq. 6) */
    OBSERVATION_OWN_PUBLIC = 25,  /* 12: the same for the own pieces, as the enemy can compute it */
    OBSERVATION_MOVES = 37,       /* 40: the last move first (eq. 7) */
    OBSERVATION_LENGTH = 77,      /* moves played / the rules' limit; 0 without a limit */
    OBSERVATION_QUIET = 78,       /* moves since the last attack / the rules' limit; 0 without a limit */
    OBSERVATION_SET_UP = 79,      /* 1 while pieces are placed, 0 in play */
    OBSERVATION_TARGET = 80,      /* 1 if the decision is the target square, 0 if it is the piece */
    OBSERVATION_SELECTED = 81,    /* 1 on the square of the selected piece */
    OBSERVATION_PLANES = 82,
    OBSERVATION_CELLS = SQUARES * OBSERVATION_PLANES,
};

/* Returns a square as the player numbers it. It is also the inverse, since turning twice changes nothing. */
static inline int observation_square(enum side side, int square)
{
    return side == RED ? square : square_turned(square);
}

/* Writes the observation of the view's side in play; either side may be to move. `selected`: the square (of
 * the board, not turned) of the selected piece; SQUARE_NONE while the piece is chosen. `ruled_out` (NULL:
 * none): for each piece by number, bits by enum rank of the ranks that it is assumed not to have although the
 * rules allow them. Their public probability becomes 0, and the other probabilities do not change (the
 * paper's memory heuristic). */
void observation_write_view(float cell[OBSERVATION_CELLS], const struct view *view, int selected,
                            const uint16_t ruled_out[PIECES]);

/* Writes the observation while an army is placed. `so_far`: the pieces placed, PLACE_EMPTY elsewhere. It is
 * the same for both sides. */
void observation_write_set_up(float cell[OBSERVATION_CELLS], const struct setup *so_far);

/* Sets the plane OBSERVATION_QUIET of all squares to `ratio`. The option rnad.eagerness uses it to show the
 * network more moves without an attack than there were. */
void observation_set_quiet(float cell[OBSERVATION_CELLS], float ratio);

/* Returns the rank of piece `index` (0 .. army_size - 1) in the order in which an army is placed: F, B, X, 9
 * .. 2, S. RANK_UNKNOWN after the last piece. */
int observation_piece_to_place(const uint8_t army[RANKS], int index);

#endif
