/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The normal form of a matrix of probabilities (De Boer 2007, 6.2): each piece adds up to one, each rank
 * to the number of pieces of that rank.
 *
 * Rows (pieces) and columns (ranks) are scaled in turn until all totals are right (Sinkhorn & Knopp 1967).
 * A limit exists just where some assignment of ranks to pieces avoids all zeros, and it is reached at a
 * linear rate where no cell but the zeros is out of the question. normal_support sees to both beforehand: it
 * says which pieces and ranks leave no solution, and strikes out the cells that are in no solution.
 * Linear can still mean thousands of scalings, so Newton's steps on the ranks' factors take over soon. */
#ifndef VEDETTE_BELIEF_NORMAL_H
#define VEDETTE_BELIEF_NORMAL_H

#include "game/piece.h"

#include <stdbool.h>
#include <stdint.h>

enum { NORMAL_ROWS = PIECES_A_SIDE };

/* Why there is no solution: these pieces (bit i: row i) may only be these ranks (bit r), which are too
 * few. `pieces` and `places` count them. */
struct normal_conflict {
    uint64_t rows;
    uint16_t ranks;
    int pieces, places;
};

/* `mask[i]` are the ranks that row i may be (bit r). Strikes from it all that no assignment of `count[r]`
 * pieces of each rank r to the `rows` rows allows. False, `conflict` (may be NULL) filled and the masks
 * unchanged where there is no assignment at all, also where the counts do not add up to `rows`. */
bool normal_support(uint16_t *mask, int rows, const uint8_t count[RANKS],
                    struct normal_conflict *conflict);

struct normal_result {
    int sweeps;       /* how often rows and columns were scaled, Newton's tries among them */
    double error;     /* the largest relative error of a rank's total that is left */
    bool converged;   /* error is within the accuracy */
};

/* Scales `cell` (nonnegative, zero where the masks forbid; row by row) to its normal form: first the rows,
 * then the columns, and so on; ends after a scaling of the rows as soon as every column total is within
 * `accuracy` (relative) of its count, or after `sweeps_max`. `scale` (may be NULL) holds the columns'
 * factors: it gives the start, and gets the end. Rows add up to one in any case. */
struct normal_result normal_scale(double (*cell)[RANKS], int rows, const uint8_t count[RANKS],
                                  double accuracy, int sweeps_max, double *scale);

#endif
