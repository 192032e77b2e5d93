/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An exhaustive solver for positions in which every rank is known. It searches every legal move at each ply
 * with both repetition rules, without selection, tables or estimates; only alpha-beta, which does not change
 * values. It finds the only right move of a position, if there is one. It shares no code with the search that
 * is measured with it. */
#ifndef VEDETTE_LAB_SOLVER_H
#define VEDETTE_LAB_SOLVER_H

#include "game/board.h"

#include <stdatomic.h>

/* Scales of the worth of pieces. A move is right only if it is right on both scales, so that it does not
 * depend on the choice of a scale. */
enum solver_scale {
    SCALE_ARTS,      /* Arts 2010, table 5.1: high values of scouts and spies */
    SCALE_RANK,      /* a higher rank is worth more; ours */
    SOLVER_SCALES
};

/* One scale. */
struct solver_scale_row {
    int worth[RANKS]; /* by rank; the flag's is 0: capturing it is SOLVER_WIN */
    int margin;       /* worth of a lieutenant: min gain of a right move, and min lead over every
                       * other move */
};
extern const struct solver_scale_row solver_scale_table[SOLVER_SCALES];

enum {
    SOLVER_WIN = 10000,     /* value of a win: the flag is captured, or the enemy cannot move */
    SOLVER_TRIVIAL = 2,     /* at this depth, in plies, a right move must not yet be found */
    SOLVER_PLIES = 5,       /* at this depth it must be found */
    SOLVER_HOLDS = 7,       /* up to this depth it must stay the right move */
};

/* Returns the value of the position for the side to move after `depth` plies: the worth of the pieces it has
 * captured minus that of the enemy's captures. Returns SOLVER_WIN or -SOLVER_WIN if the game is decided
 * before, 0 if it is drawn. The value is exact between alpha and beta; outside it is a bound. The board is
 * unchanged afterwards. */
int solver_value(struct board *board, enum solver_scale scale, int depth, int alpha, int beta);

/* Returns the right move at `depth` plies on one scale: it wins the game or at least the margin in material,
 * and every other move is worth less by at least the margin. MOVE_NONE if there is none. */
struct move solver_right(struct board *board, enum solver_scale scale, int depth);

/* Returns the right move of a position: the same move is right on both scales at every depth from `plies` to
 * `holds` (SOLVER_PLIES .. SOLVER_HOLDS). `plies` (output, may be NULL) is above SOLVER_TRIVIAL and at most
 * SOLVER_PLIES. MOVE_NONE if there is none, or if `stop` (may be NULL) became true. */
struct move solver_solve(struct board *board, int holds, int *plies, const atomic_bool *stop);

/* Finds the best play from here: at most `depth` moves, fewer if the game ends. Returns their number. If
 * several moves are equal, takes the first in the order of board_moves. */
int solver_line(struct board *board, enum solver_scale scale, int depth, struct move line[]);

#endif
