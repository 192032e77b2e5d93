/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "game/square.h"

#include "game/bitboard.h"

/* The four neighbours of square s, in the order north, east, south, west: INNER for squares that are not at
 * an edge, SOUTH_EDGE and NORTH_EDGE for row 1 and row 10 without the corners, ROW for the ten squares of
 * an inner row that starts at s. */
#define OFF SQUARE_NONE
#define INNER(s) {(s) + 10, (s) + 1, (s) - 10, (s) - 1}
#define ROW(s) \
    {(s) + 10, (s) + 1, (s) - 10, OFF}, INNER((s) + 1), INNER((s) + 2), INNER((s) + 3), \
    INNER((s) + 4), INNER((s) + 5), INNER((s) + 6), INNER((s) + 7), INNER((s) + 8), \
    {(s) + 19, OFF, (s) - 1, (s) + 8}
#define SOUTH_EDGE(s) {(s) + 10, (s) + 1, OFF, (s) - 1}
#define NORTH_EDGE(s) {OFF, (s) + 1, (s) - 10, (s) - 1}

const uint8_t square_next[SQUARES][DIRECTIONS] = {
    {10, 1, OFF, OFF}, SOUTH_EDGE(1), SOUTH_EDGE(2), SOUTH_EDGE(3), SOUTH_EDGE(4),
    SOUTH_EDGE(5), SOUTH_EDGE(6), SOUTH_EDGE(7), SOUTH_EDGE(8), {19, OFF, OFF, 8},
    ROW(10), ROW(20), ROW(30), ROW(40), ROW(50), ROW(60), ROW(70), ROW(80),
    {OFF, 91, 80, OFF}, NORTH_EDGE(91), NORTH_EDGE(92), NORTH_EDGE(93), NORTH_EDGE(94),
    NORTH_EDGE(95), NORTH_EDGE(96), NORTH_EDGE(97), NORTH_EDGE(98), {OFF, OFF, 89, 98},
};

bool square_is_lake(int square)
{
    return bit_in(BITS_LAKES, square);
}
