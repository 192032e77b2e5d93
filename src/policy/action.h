/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A policy's actions: each is one of a hundred squares (Perolat et al. 2022, supplement, "Agent action
 * space").
 *
 * A move is two actions: the square of the piece, then its target square. Placing an army is one action for
 * each piece, in the order of observation_piece_to_place. Squares are numbered as the player sees them
 * (observation_square). Actions that a repetition rule forbids are not legal: a piece with no other move
 * cannot be selected. */
#ifndef VEDETTE_POLICY_ACTION_H
#define VEDETTE_POLICY_ACTION_H

#include "game/board.h"
#include "policy/observation.h"

struct legal_actions {
    enum side side;
    int count;                     /* number of moves */
    struct move move[MOVES_MAX];   /* squares of the board, not turned; in the order of board_moves */
    bitboard pieces;               /* legal first actions, as the player sees them; empty: no legal move */
};

/* Finds the legal moves of the side to move, as actions. */
void legal_actions_of(struct legal_actions *legal, const struct board *board);

/* Returns whether a legal move is an attack that gains nothing: on a known piece that beats the mover. An
 * attack on a piece of equal rank gains nothing either if the mover is the last piece that can move, since
 * the game then ends without a win. */
bool is_lost_attack(const struct board *board, struct move move);

/* Removes the lost attacks on `board`. Removes none if there is no other move. */
void legal_actions_drop_losses(struct legal_actions *legal, const struct board *board);

/* Returns the legal second actions: the squares to which the selected piece may go. `piece` and the result
 * are squares as the player sees them. Empty if the piece has no legal move. */
bitboard legal_targets(const struct legal_actions *legal, int piece);

/* Returns the move of two actions, with squares of the board. */
static inline struct move action_move(enum side side, int piece, int target)
{
    return (struct move){(uint8_t)observation_square(side, piece), (uint8_t)observation_square(side, target)};
}

/* Returns the squares of the own four rows that are still empty, where the next piece may be placed. */
bitboard legal_places(const struct setup *so_far);

#endif
