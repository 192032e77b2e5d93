/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the enemy's moves tell of the ranks of the pieces that made them, beyond what the guesser has made of
 * them: the guesser knows how people and programs move in general, this how likely one of the kinds that he
 * seems to be of (observer/opponents.h) would have made the move, had the piece this rank or that. */
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

/* Multiplies the probabilities of the ranks of one piece, by its row, by the evidence to the power `share`,
 * into `cell`, whose sum may be any; false where nothing is left. */
bool rank_evidence_weigh_row(const struct rank_evidence *evidence, int row, double share,
                             const double p[RANKS], double cell[RANKS]);

/* Makes the probabilities `p` of a side's hidden pieces (as in struct belief, whose `p` they may be) likelier
 * or less so by the evidence to the power `share` (0 .. 1: moves of one piece are not independent), which
 * multiplies a cell by e^-4 at the least and e^4 at most, and brings them near their normal form again
 * (belief/normal.h). They are left as they are where `share` is 0, where the facts contradict each other and
 * where pieces are missing. */
void rank_evidence_weigh(const struct rank_evidence *evidence, double share, const struct belief *belief,
                         double p[PIECES_A_SIDE][RANKS]);

#endif
