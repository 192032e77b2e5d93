/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Path finding on the board for two sides at once (De Boer 2007, 2.2.3 and figure 2.5): the number of moves
 * that friends need to each square, on paths that enemies cannot block in time.
 *
 * The search is a breadth-first search for both sides in parallel, one step a round, enemies first in each
 * round, from any number of start squares. A friend continues from a square that it reaches in n moves only
 * if no enemy reaches it in n moves or fewer. Each enemy is assumed to be everywhere it could be. So a path
 * that is found is really open; but two friends that threaten two squares at once may reach more than is
 * found here.
 *
 * Walls are squares that a side may reach (by attacking the piece on it) but not pass. Each side has its own
 * walls: a known low piece blocks its own side but not a higher enemy. Lakes are never reached. Pieces that
 * do not stand on a wall are passed as if they were not there. */
#ifndef VEDETTE_PLAN_PATH_H
#define VEDETTE_PLAN_PATH_H

#include "game/bitboard.h"

enum {
    PATH_NEVER = 255,   /* a square that is not reached */
    PATH_LONGEST = 91   /* the longest possible path: there are 92 squares without the lakes */
};

/* Input of a search. A piece may leave its start square even if that is a wall of its own side. */
struct path_terms {
    bitboard friends, enemies;            /* start squares of each side; may be empty */
    bitboard friend_walls, enemy_walls;
    bitboard restricted;                  /* further enemies: the two-squares rule restricts their first
                                           * move */
    bitboard restricted_steps;            /* target squares that it leaves them */
};

/* Result of a search. */
struct path_field {
    uint8_t friend_moves[SQUARES];  /* moves to the square, or PATH_NEVER */
    uint8_t enemy_moves[SQUARES];
    bitboard friend_reach;          /* all squares reached, start squares included */
    bitboard enemy_reach;
    bitboard friend_first;          /* squares that a friend reaches before any enemy */
};

/* Computes the number of moves of both sides to every square. */
void path_search(const struct path_terms *terms, struct path_field *field);

/* Returns the minimal number of moves of a friend to one of `targets`; PATH_NEVER if there is no path.
 * Equals the minimum of friend_moves over the targets, but is faster. */
int path_length(const struct path_terms *terms, bitboard targets);

/* Writes the length for each of `targets` to moves[target], in one search: PATH_NEVER if there is no path.
 * Does not write to other squares. */
void path_lengths(const struct path_terms *terms, bitboard targets, uint8_t moves[SQUARES]);

/* Writes friend_moves of path_search without enemies to moves[square] for each of `wanted`: PATH_NEVER if a
 * friend does not reach it, as on lakes. Does not write to other squares. */
void path_distances(bitboard friends, bitboard walls, bitboard wanted, uint8_t moves[SQUARES]);

/* Computes from which squares a friend reaches `square` in at most n moves if there are no enemies: within[n]
 * for n = 0 .. max_moves. Each set includes `square` itself and no lake. */
void path_within(int square, bitboard walls, int max_moves, bitboard within[]);

/* Returns `square` and all squares that are connected to it by squares without walls. */
bitboard path_leading_to(int square, bitboard walls);

/* Returns the squares that friends reach before any enemy (friend_first of the field) in at most `moves`
 * moves: the freedom of a piece (De Boer 2007, 5.5.3). */
bitboard path_freedom(const struct path_terms *terms, int moves);

#endif
