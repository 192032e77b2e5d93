/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Evidence of the enemy's moves for the ranks of the pieces that made them, in addition to the guesser's. The
 * guesser knows how people and programs move in general; this evidence is the likelihood of the moves, by
 * rank, for the kinds of opponent that the enemy may be (observer/opponents.h). */
#ifndef VEDETTE_OBSERVER_RANK_EVIDENCE_H
#define VEDETTE_OBSERVER_RANK_EVIDENCE_H

#include "belief/belief.h"

/* All zero: no evidence. */
struct rank_evidence {
    double log_ratio[PIECES_A_SIDE][RANKS]; /* by row: natural logarithm of the likelihood of its moves
                                             * with the rank, relative to the mean over its ranks */
};

/* Adds a move of the piece in `row`. `likelihood`: the likelihood of the move, by rank; 0 if it is not known:
 * that rank's number then stays unchanged. `p`: the probability of each rank before the move. */
void rank_evidence_add(struct rank_evidence *evidence, int row, const double likelihood[RANKS],
                       const double p[RANKS]);

#endif
