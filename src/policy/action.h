/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A policy's actions: always one of a hundred squares (Perolat et al. 2022, supplement, "Agent action
 * space").
 *
 * A move is two actions: the piece, then the square it goes to. Placing an army is one action a piece, in the
 * order of observation_piece_to_place. Squares are numbered as the player sees them (observation_square).
 * What is forbidden by a repetition rule is not among the legal actions: a piece whose every move is
 * forbidden cannot be selected. */
#ifndef VEDETTE_POLICY_ACTION_H
#define VEDETTE_POLICY_ACTION_H

#include "game/board.h"
#include "policy/observation.h"

struct legal_actions {
    enum side side;
    int count;                     /* of moves */
    struct move move[MOVES_MAX];   /* squares of the board, not turned; in the order of board_moves */
    bitboard pieces;               /* the first action, as the player sees them; empty: no legal move */
};

/* The legal moves of the side to move, as actions. */
void legal_actions_of(struct legal_actions *legal, const struct board *board);

/* Whether a legal move attacks a known piece that beats the mover, or an equal one with the last piece that
 * moves: it loses a piece and gains nothing, or ends the game without a win. */
bool is_lost_attack(const struct board *board, struct move move);

/* Drops the lost attacks of `board`, whose actions these are; none if there is no other move. */
void legal_actions_drop_losses(struct legal_actions *legal, const struct board *board);

/* The second action: where the piece that was selected by `piece` (a square as the player sees it) may go;
 * also as the player sees them. Empty where the piece has no legal move. */
bitboard legal_targets(const struct legal_actions *legal, int piece);

/* The move of two actions. */
static inline struct move action_move(enum side side, int piece, int target)
{
    return (struct move){(uint8_t)observation_square(side, piece), (uint8_t)observation_square(side, target)};
}

/* Where the next piece of an army may be placed: the squares of the own four rows on which nothing stands
 * yet. */
bitboard legal_places(const struct setup *so_far);

#endif
