/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The normal form of a matrix of probabilities (De Boer 2007, 6.2): each row (piece) adds up to 1, each
 * column (rank) to the number of pieces of that rank.
 *
 * Rows (pieces) and columns (ranks) are scaled in turn until all totals are right (Sinkhorn & Knopp 1967). A
 * limit exists if and only if some assignment of ranks to pieces uses no zero cell; the convergence is linear
 * if every nonzero cell occurs in some assignment. normal_exclude ensures both beforehand: it reports the
 * pieces and ranks without a solution, and excludes the cells that occur in none. Linear convergence can
 * still need thousands of scalings, so Newton's method on the ranks' factors takes over soon. */
#ifndef VEDETTE_BELIEF_NORMAL_H
#define VEDETTE_BELIEF_NORMAL_H

#include "game/piece.h"

#include <stdbool.h>
#include <stdint.h>

enum { NORMAL_ROWS = PIECES_A_SIDE };

/* The reason why there is no solution: the pieces `rows` (bit i for row i) can only have the ranks
 * `ranks` (bit r for rank r), which are too few. `pieces`: number of these rows; `places`: of pieces of
 * these ranks. */
struct normal_conflict {
    uint64_t rows;
    uint16_t ranks;
    int pieces, places;
};

/* Excludes ranks from `mask[i]`, the possible ranks of row i (bit r for rank r): those that occur in no
 * assignment of `count[r]` pieces of each rank to the `rows` rows. False if there is no assignment, or if the
 * counts do not add up to `rows`; `conflict` (may be NULL) is then filled and the masks are unchanged. */
bool normal_exclude(uint16_t *mask, int rows, const uint8_t count[RANKS], struct normal_conflict *conflict);

/* The result of normal_scale. */
struct normal_result {
    int sweeps;       /* number of scalings of rows and columns, with the steps of Newton's method */
    double error;     /* largest relative error of a rank's total */
    bool converged;   /* error is within the accuracy */
};

/* Scales `cell` (0 or more, 0 where the masks forbid it) to its normal form. Scales rows and columns in turn,
 * ending with the rows, until every column total is within `accuracy` (relative) of its count, or after
 * `sweeps_max` scalings. `scale` (may be NULL): the columns' factors; the given values are the start, the
 * results replace them. The rows add up to 1 in any case. */
struct normal_result normal_scale(double (*cell)[RANKS], int rows, const uint8_t count[RANKS],
                                  double accuracy, int sweeps_max, double *scale);

#endif
