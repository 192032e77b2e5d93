/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a policy network sees: DeepNash's observation (Perolat et al. 2022, supplement, table 3, equations 6
 * and 7).
 *
 * An observation is OBSERVATION_PLANES planes of 10x10 numbers, stored square by square: plane p of square s
 * is cell[s * OBSERVATION_PLANES + p]. The board is seen from the player: for blue it is turned by half
 * (square_turned). Each variant has the same planes.
 *
 * It is made from a view, so a rank that the player must not know cannot be in it. */
#ifndef VEDETTE_POLICY_OBSERVATION_H
#define VEDETTE_POLICY_OBSERVATION_H

#include "game/view.h"

enum {
    OBSERVATION_MOVES_SEEN = 40,  /* the history: so many of the last moves */

    /* The first plane of each part. */
    OBSERVATION_LAKES = 0,        /* 1 on a lake */
    OBSERVATION_OWN = 1,          /* 12 planes, by type: 1 where an own piece of the type stands */
    OBSERVATION_ENEMY = 13,       /* 12: the probability of an enemy piece of the type (eq. 6) */
    OBSERVATION_OWN_PUBLIC = 25,  /* 12: the same of the own pieces, as the enemy may compute it */
    OBSERVATION_MOVES = 37,       /* 40: the last move first (eq. 7) */
    OBSERVATION_LENGTH = 77,      /* moves played / the rules' limit; 0 without a limit */
    OBSERVATION_QUIET = 78,       /* moves since the last attack / the rules' limit; 0 without a limit */
    OBSERVATION_SET_UP = 79,      /* 1 while pieces are placed, 0 in play */
    OBSERVATION_TARGET = 80,      /* 1 where the square to go to is asked for, 0 where the piece is */
    OBSERVATION_SELECTED = 81,    /* 1 on the square of the selected piece */
    OBSERVATION_PLANES = 82,
    OBSERVATION_CELLS = SQUARES * OBSERVATION_PLANES,
};

/* The paper's number of a type: F 0, S 1, 2 .. 10, B 11; the plane within each part of twelve. */
int observation_type(int rank);

/* A square as the player numbers it, and back (turning twice changes nothing). */
static inline int observation_square(enum side side, int square)
{
    return side == RED ? square : square_turned(square);
}

/* The observation of the view's side in play, whoever is to move. `selected`: the square (of the board, not
 * turned) of the piece that was selected, or SQUARE_NONE where the piece is asked for. `ruled_out`: for each
 * piece by number the ranks, bit by enum rank, which it is believed not to be although the rules allow them;
 * their public probability becomes 0 and the others stay (the paper's memory heuristic). NULL: none. */
void observation_of_view(float cell[OBSERVATION_CELLS], const struct view *view, int selected,
                         const uint16_t ruled_out[PIECES]);

/* The observation while an army is placed: what stands so far, PLACE_EMPTY elsewhere. It is the same for both
 * sides. */
void observation_of_set_up(float cell[OBSERVATION_CELLS], const struct setup *so_far);

/* Sets the ratio of moves without an attack to another: for eagerness, a step at test time. */
void observation_set_quiet(float cell[OBSERVATION_CELLS], float ratio);

/* The order in which an army is placed: F, B, X, 9 .. 2, S. The rank of the piece number `index` (0 ..
 * army_size - 1) of the army, or RANK_UNKNOWN behind the last. */
int observation_piece_to_place(const uint8_t army[RANKS], int index);

#endif
