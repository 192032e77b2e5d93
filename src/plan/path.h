/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Path finding on the board, for two sides at once (De Boer 2007, 2.2.3 and figure 2.5): how many moves the
 * friends need to each square, on ways that the enemies cannot close before them.
 *
 * Both sides set out at the same time, the enemies first in each round, from any number of squares, one step
 * a round. A friend goes on from a square that it reaches in n moves only if no enemy gets there in n moves
 * or fewer. Each enemy counts as being everywhere it could be: what is found open is open, but two friends
 * that threaten two things at once may get more than is found here.
 *
 * Walls are squares that a side may reach, by attacking what stands there, but not pass: each side has its
 * own, for a low known piece is in the way of its own side and not of a higher enemy. Lakes are never
 * reached. Pieces that do not stand on a wall are passed as if they were not there. */
#ifndef VEDETTE_PLAN_PATH_H
#define VEDETTE_PLAN_PATH_H

#include "game/bitboard.h"

enum {
    PATH_NEVER = 255,   /* a square that is not reached */
    PATH_LONGEST = 91   /* no way is longer: there are 92 squares without the lakes */
};

/* The question. A start square that is also a wall of its own side is left all the same. */
struct path_terms {
    bitboard friends, enemies;            /* where each side sets out; either may be empty */
    bitboard friend_walls, enemy_walls;
    bitboard held, held_steps;            /* enemies that may not go everywhere with their first move (the
                                           * two-squares rule), and where that move may take them */
};

/* The answer. */
struct path_field {
    uint8_t friend_moves[SQUARES];  /* moves to the square, or PATH_NEVER */
    uint8_t enemy_moves[SQUARES];
    bitboard friend_reach;          /* all squares with a number, the starts too */
    bitboard enemy_reach;
    bitboard friend_first;          /* of friend_reach, where no enemy gets in as few moves */
};

void path_search(const struct path_terms *terms, struct path_field *field);

/* The fewest moves of a friend to one of `targets`; PATH_NEVER where there is no way. The same number as
 * the least of friend_moves over the targets, without the field. */
int path_length(const struct path_terms *terms, bitboard targets);

/* The same for each of `targets` by itself, all in one search: moves[target]; of other squares nothing is
 * written. */
void path_ways(const struct path_terms *terms, bitboard targets, uint8_t moves[SQUARES]);

/* friend_moves of path_search where there are no enemies, of the squares that are asked about (walls
 * and lakes may be among them: PATH_NEVER, unless they are reached); of other squares nothing is written. */
void path_distances(bitboard friends, bitboard walls, bitboard wanted, uint8_t moves[SQUARES]);

/* From where a friend gets to `square` in so many moves or fewer, where there are no enemies:
 * within[0 .. most], the square itself, no lake, in each. */
void path_within(int square, bitboard walls, int most, bitboard within[]);

/* `square` and all squares, no walls, from which others of them lead to it. */
bitboard path_before(int square, bitboard walls);

/* The squares that friends reach before any enemy (friend_first of the field), at most `moves` moves away:
 * how free a piece is (5.5.3). */
bitboard path_freedom(const struct path_terms *terms, int moves);

#endif
