/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets of squares as 128-bit words: bit n is square n. */
#ifndef VEDETTE_GAME_BITBOARD_H
#define VEDETTE_GAME_BITBOARD_H

#include "game/square.h"

__extension__ typedef unsigned __int128 bitboard;

/* Returns the set that contains only `square` (0 .. 99). */
static inline bitboard bit(int square)
{
    return (bitboard)1 << square;
}

/* Returns whether the set contains `square`. */
static inline bool bit_in(bitboard set, int square)
{
    return (set >> square) & 1;
}

/* Returns the number of squares in the set. */
static inline int bits_count(bitboard set)
{
    return __builtin_popcountll((uint64_t)set) + __builtin_popcountll((uint64_t)(set >> 64));
}

/* Returns the lowest square of a set that is not empty. */
static inline int bits_first(bitboard set)
{
    uint64_t low = (uint64_t)set;
    return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(set >> 64));
}

/* Removes the lowest square from a set that is not empty, and returns it. */
static inline int bits_pop(bitboard *set)
{
    int square = bits_first(*set);
    *set &= *set - 1;
    return square;
}

#define BITS_ROW(row) ((bitboard)0x3ff << ((row) * 10))
#define BITS_BOARD (((bitboard)1 << 100) - 1)
/* The eight lake squares: c5 d5 c6 d6 g5 h5 g6 h6. */
#define BITS_LAKES ((bitboard)0xcc << 40 | (bitboard)0xcc << 50)
/* All squares of file a: bits 0, 10 .. 90. */
#define BITS_FILE_A \
    ((bitboard)1 | (bitboard)1 << 10 | (bitboard)1 << 20 | (bitboard)1 << 30 | (bitboard)1 << 40 | \
     (bitboard)1 << 50 | (bitboard)1 << 60 | (bitboard)1 << 70 | (bitboard)1 << 80 | (bitboard)1 << 90)
#define BITS_FILE_J (BITS_FILE_A << 9)

/* Returns the set moved one step to the north. Squares that leave the board are dropped; lakes count as
 * normal squares. */
static inline bitboard bits_north(bitboard set)
{
    return set << 10 & BITS_BOARD;
}

/* Returns the set moved one step to the south, without squares that leave the board. */
static inline bitboard bits_south(bitboard set)
{
    return set >> 10;
}

/* Returns the set moved one step to the east, without squares that leave the board. */
static inline bitboard bits_east(bitboard set)
{
    return set << 1 & (BITS_BOARD & ~BITS_FILE_A);
}

/* Returns the set moved one step to the west, without squares that leave the board. */
static inline bitboard bits_west(bitboard set)
{
    return set >> 1 & ~BITS_FILE_J;
}

/* Returns all squares one step from a square of the set; lakes count as normal squares. */
static inline bitboard bits_around(bitboard set)
{
    return bits_north(set) | bits_east(set) | bits_south(set) | bits_west(set);
}

/* Returns all squares of the rectangle that has the squares `a` and `b` at opposite corners. */
static inline bitboard bits_box(int a, int b)
{
    int file = square_file(a), files = square_file(b) - file, row = square_row(a), rows = square_row(b) - row;
    if (files < 0) {
        file += files;
        files = -files;
    }
    if (rows < 0) {
        row += rows;
        rows = -rows;
    }
    /* `row_bits`: the rectangle's squares on row 1. The other factor has file a of each of its rows, so the
     * product has a copy on each. */
    uint64_t row_bits = ((UINT64_C(2) << files) - 1) << file;
    return (BITS_FILE_A >> (FILES * (ROWS - 1 - rows)) << (FILES * row)) * row_bits;
}

#endif
