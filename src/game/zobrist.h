/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random numbers for the board's two keys (Zobrist 1970); tables fixed at compile time. */
#ifndef VEDETTE_GAME_ZOBRIST_H
#define VEDETTE_GAME_ZOBRIST_H

#include "game/piece.h"
#include "game/square.h"

enum { SQUARES_SIZE = 128 /* numbers a row; those after the 100th are 0 */ };

/* How a piece looks: where the row of its side, rank (RANK_UNKNOWN too) and state begins in zobrist_piece. Of
 * a known piece nobody need remember whether it has moved: those two rows are equal. */
enum { LOOK_MOVED = SQUARES_SIZE, LOOK_KNOWN = 2 * SQUARES_SIZE, LOOKS = SIDES * (RANKS + 1) * 4 };

static inline uint16_t zobrist_look(int side, int rank, int moved, int known)
{
    int row = (side * (RANKS + 1) + rank) * 4;
    return (uint16_t)(row * SQUARES_SIZE + moved * LOOK_MOVED + known * LOOK_KNOWN);
}

/* zobrist_piece[look + square]: for a piece that looks so on a square. */
extern const uint64_t zobrist_piece[LOOKS * SQUARES_SIZE];

/* For a piece by its number on a square. */
extern const uint64_t zobrist_number[PIECES][SQUARES_SIZE];

/* For the captured pieces of a side and rank, and for its unknown pieces of that rank: a count of n is
 * the first n numbers of the row. */
enum { COUNT_MAX = 8 /* scouts */ };
extern const uint64_t zobrist_captured[SIDES][RANKS][COUNT_MAX];
extern const uint64_t zobrist_unknown[SIDES][RANKS][COUNT_MAX];

/* For blue to move. */
extern const uint64_t zobrist_blue;

#endif
