/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An exhaustive solver for positions in which every rank is known: each legal move at each ply, both
 * repetition rules, no selection, no table, no guess; alpha-beta alone, which changes no value. It shares no
 * code with the search that it is there to measure, and says which move is the only right one. */
#ifndef VEDETTE_LAB_SOLVER_H
#define VEDETTE_LAB_SOLVER_H

#include "game/board.h"

#include <stdatomic.h>

/* What pieces are worth. A move is right only where both scales say so, so that it does not hang on one of
 * them. */
enum solver_scale {
    SCALE_ARTS,      /* Arts 2010, table 5.1: scouts and spies are worth much */
    SCALE_RANK,      /* a higher rank is worth more; ours */
    SOLVER_SCALES
};

struct solver_scale_row {
    int worth[RANKS]; /* of the flag nothing: taking it is SOLVER_WIN */
    int margin;       /* a lieutenant: what a win of material must be, and by how much the right move must
                       * beat every other */
};
extern const struct solver_scale_row solver_scale_table[SOLVER_SCALES];

enum {
    SOLVER_WIN = 10000,     /* the flag is taken, or the enemy cannot move */
    SOLVER_TRIVIAL = 2,     /* plies in which a right move must not be found yet, */
    SOLVER_PLIES = 5,       /* plies within which it must be, */
    SOLVER_HOLDS = 7,       /* and plies up to which it must go on being right */
};

/* The value of the position for the side to move `depth` plies on: what it has captured less what the enemy
 * has where the plies end, SOLVER_WIN or -SOLVER_WIN where the game does, 0 where it is drawn. Exact if it
 * lies between alpha and beta; else a bound on that side. The board is left as it was. */
int solver_value(struct board *board, enum solver_scale scale, int depth, int alpha, int beta);

/* The right move at a depth of `depth` plies on one scale: it wins the game, or material worth the margin,
 * and every other move is worth less by the margin at least. MOVE_NONE where there is none. */
struct move solver_right(struct board *board, enum solver_scale scale, int depth);

/* The right move: at every depth from some number of plies up to `holds` (SOLVER_PLIES .. SOLVER_HOLDS) the
 * same move is right on both scales, and that number, which goes to `plies` (may be NULL), is more than
 * SOLVER_TRIVIAL and at most SOLVER_PLIES. MOVE_NONE where there is none, or where `stop` (may be NULL)
 * became true. */
struct move solver_solve(struct board *board, int holds, int *plies, const atomic_bool *stop);

/* Best play from here on: `depth` moves at most, fewer where the game ends; returns how many. Of moves with
 * equal values the first in the order of board_moves. */
int solver_line(struct board *board, enum solver_scale scale, int depth, struct move line[]);

#endif
