/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Algorithm 1 of Redeca & Groza 2018, worked out once more and slowly: with its own pieces, moves and
 * battles, every position evaluated whole, and nothing drawn: all ranks that could be drawn are tried, and
 * what comes out is how likely each move is to be chosen. For positions with a few pieces. No repetition
 * rules. */
#ifndef VEDETTE_TESTS_REDECA_ORACLE_H
#define VEDETTE_TESTS_REDECA_ORACLE_H

#include "game/board.h"

enum { ORACLE_MOVES = 64 };

struct redeca_terms {
    double piece, rank, moved, distance; /* the weights: sums of powers of two, so that sums are exact */
    bool equation;                       /* else algorithm 3 */
    bool material;                       /* fm in place of fb */
    bool enemy_multi_ply;                /* else it replies by one ply */
    bool home;                           /* of several best moves the first from the mover's own end */
    int plies;
};

struct redeca_answers {
    int count;
    struct move move[ORACLE_MOVES];
    double p[ORACLE_MOVES];              /* their sum is 1 */
};

/* How likely each move is for the side to move, whose ranks `seen` has all; of several best the first on the
 * board is taken, from red's end or the mover's own. */
void redeca_oracle(const struct board *seen, const struct redeca_terms *terms,
                   struct redeca_answers *answers);

#endif
