/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the enemy's moves say of the ranks of the pieces that made them, beyond what the guesser has made of
 * them: the guesser knows how people and programs move in general, this how likely one of the kinds that the
 * enemy seems to be of (observer/opponents.h) would have made the move, had the piece this rank or that. */
#ifndef VEDETTE_OBSERVER_RANK_EVIDENCE_H
#define VEDETTE_OBSERVER_RANK_EVIDENCE_H

#include "belief/belief.h"

/* All zero: nothing was seen. */
struct rank_evidence {
    double log_ratio[PIECES_A_SIDE][RANKS]; /* by number from the side's first piece: the logarithm of how
                                             * much likelier its moves are with the rank than on the mean */
};

/* Takes in a move of the piece in a row. `likelihood`: of the move, by rank; 0: not known of that rank, whose
 * number stays. `p`: how probable each rank was before. */
void rank_evidence_add(struct rank_evidence *evidence, int row, const double likelihood[RANKS],
                       const double p[RANKS]);

#endif
