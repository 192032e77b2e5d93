/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Squares: 0 .. 99 are a1, b1 .. j1, a2 .. j10, from Red's left and from Red's side. */
#ifndef VEDETTE_GAME_SQUARE_H
#define VEDETTE_GAME_SQUARE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    FILES = 10,
    ROWS = 10,
    SQUARES = 100,
    SQUARE_NONE = 255, /* no square: off the board, or the square of a captured piece */
};

/* The four directions of moves; OPPOSITE(d) is the reverse of direction d. */
enum direction { NORTH, EAST, SOUTH, WEST, DIRECTIONS };
#define OPPOSITE(d) ((enum direction)((d) ^ 2))

/* Returns the square on `file` and `row`, both 0 .. 9. */
static inline int square_at(int file, int row)
{
    return row * FILES + file;
}

/* Returns the file of a square: 0 (a) .. 9 (j). */
static inline int square_file(int square)
{
    return square % FILES;
}

/* Returns the row of a square: 0 .. 9; row 0 is written as 1. */
static inline int square_row(int square)
{
    return square / FILES;
}

/* The square one step away in a direction, or SQUARE_NONE at the edge; lakes count as normal squares. */
extern const uint8_t square_next[SQUARES][DIRECTIONS];

/* Returns whether the square is one of the lake squares c5 d5 c6 d6 g5 h5 g6 h6. */
bool square_is_lake(int square);

/* Returns the square as the other side sees it, with the board turned by 180 degrees: a1 becomes j10. */
static inline int square_turned(int square)
{
    return SQUARES - 1 - square;
}

/* Returns whether one step leads from `a` to `b`. */
static inline bool square_beside(int a, int b)
{
    int apart = a - b;
    if (apart < -FILES || apart > FILES)
        return false; /* the most frequent case first */
    /* After file j comes file a of the next row, which is no neighbour. */
    return apart == FILES || apart == -FILES || (apart == 1 && a % FILES != 0) ||
           (apart == -1 && b % FILES != 0);
}

/* Returns the number of steps from `a` to `b` along files and rows, as if there were no lakes or pieces. */
static inline int square_distance(int a, int b)
{
    int files = square_file(a) - square_file(b), rows = square_row(a) - square_row(b);
    return (files < 0 ? -files : files) + (rows < 0 ? -rows : rows);
}

#endif
