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
    SQUARE_NONE = 255, /* off the board; where a captured piece stands */
};

/* The four ways to move; OPPOSITE(d) turns one round. */
enum direction { NORTH, EAST, SOUTH, WEST, DIRECTIONS };
#define OPPOSITE(d) ((enum direction)((d) ^ 2))

static inline int square_at(int file, int row)
{
    return row * FILES + file;
}

static inline int square_file(int square)
{
    return square % FILES;
}

/* 0 .. 9; the row that people call row + 1. */
static inline int square_row(int square)
{
    return square / FILES;
}

/* The square one step away, or SQUARE_NONE at the edge; lakes are squares here. */
extern const uint8_t square_next[SQUARES][DIRECTIONS];

/* True for the eight lake squares c5 d5 c6 d6 g5 h5 g6 h6. */
bool square_is_lake(int square);

/* The square as the other side sees it: the board turned by half. a1 and j10 change places. */
static inline int square_turned(int square)
{
    return SQUARES - 1 - square;
}

/* True where one step leads from one square to the other. */
static inline bool square_beside(int a, int b)
{
    int apart = a - b;
    if (apart < -FILES || apart > FILES)
        return false; /* mostly */
    return apart == FILES || apart == -FILES || (apart == 1 && a % FILES != 0) ||
           (apart == -1 && b % FILES != 0);
}

/* Steps between two squares along files and rows, lakes not counted as obstacles. */
static inline int square_distance(int a, int b)
{
    int files = square_file(a) - square_file(b), rows = square_row(a) - square_row(b);
    return (files < 0 ? -files : files) + (rows < 0 ? -rows : rows);
}

#endif
