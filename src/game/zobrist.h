/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random numbers for the board's two hash keys (Zobrist 1970). The tables are computed at compile time. */
#ifndef VEDETTE_GAME_ZOBRIST_H
#define VEDETTE_GAME_ZOBRIST_H

#include "game/piece.h"
#include "game/square.h"

enum { SQUARES_SIZE = 128 /* numbers in a table row; those from index 100 on are 0 */ };

/* The rows of zobrist_piece: one for each side, rank (RANK_UNKNOWN too) and state of a piece. The state is
 * unmoved, moved, or known to the enemy. Both rows of a known piece, moved and unmoved, are equal: once its
 * rank is known, it does not matter whether it has moved. ZOBRIST_ROW_MOVED and ZOBRIST_ROW_KNOWN are the
 * offsets of these states. */
enum {
    ZOBRIST_ROW_MOVED = SQUARES_SIZE,
    ZOBRIST_ROW_KNOWN = 2 * SQUARES_SIZE,
    ZOBRIST_ROWS = SIDES * (RANKS + 1) * 4,
};

/* Returns the index in zobrist_piece where the row of a piece begins. `moved` and `known` are 0 or 1. */
static inline uint16_t zobrist_row_of(int side, int rank, int moved, int known)
{
    int row = (side * (RANKS + 1) + rank) * 4;
    return (uint16_t)(row * SQUARES_SIZE + moved * ZOBRIST_ROW_MOVED + known * ZOBRIST_ROW_KNOWN);
}

/* zobrist_piece[row + square]: the number of a piece with this row (zobrist_row_of) on a square. */
extern const uint64_t zobrist_piece[ZOBRIST_ROWS * SQUARES_SIZE];

/* The number of a piece, by its number in the game (0 .. 79), on a square. */
extern const uint64_t zobrist_number[PIECES][SQUARES_SIZE];

/* Numbers for the captured pieces of a side and rank, and for its unknown pieces of that rank: a count of n
 * contributes the first n numbers of the row. */
enum { COUNT_MAX = 8 /* pieces of one rank a side can have: the scouts */ };
extern const uint64_t zobrist_captured[SIDES][RANKS][COUNT_MAX];
extern const uint64_t zobrist_unknown[SIDES][RANKS][COUNT_MAX];

/* Part of the key if blue is to move. */
extern const uint64_t zobrist_blue;

#endif
