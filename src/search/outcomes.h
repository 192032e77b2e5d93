/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The outcomes of a fight with an unknown piece: its possible ranks and their probabilities. */
#ifndef VEDETTE_SEARCH_OUTCOMES_H
#define VEDETTE_SEARCH_OUTCOMES_H

#include "game/board.h"
#include "search/options.h"

/* The belief about the enemy's pieces at the root. In the tree, ranks are revealed and fewer remain for the
 * other pieces: then a piece's belief in rank r is multiplied by the share of the r that are still unknown,
 * p(r) = belief(r) * left(r) / (left(r) at the root), normalised to a sum of 1. */
struct outcome_odds {
    enum side side;                        /* the enemy */
    int by;                                /* enum search_probabilities */
    double min;                            /* outcomes of at most this probability are omitted */
    double belief[PIECES_A_SIDE][RANKS];   /* rows as in struct belief */
    double share[RANKS];                   /* 1 / left at the root; 0 if none is left */
    bool frozen[PIECES_A_SIDE];            /* assumed to be immovable, until it has moved */
};

/* The possible ranks of a piece, the most probable first; of equally probable ones the lower first. */
struct outcomes {
    int count;
    uint8_t rank[RANKS];
    double p[RANKS];                       /* above 0; the sum is 1 */
};

/* The fight of a move of an expected line, and its outcomes. */
struct line_fight {
    uint8_t square;                        /* where the unknown piece stands before it */
    struct outcomes outcomes;              /* count 0: no unknown piece; `square` has no meaning */
};

/* Prepares the odds for the root. `belief` may be NULL if the probabilities are computed by counts. `board`
 * is the view's. */
void outcome_odds_init(struct outcome_odds *odds, const struct search_options *options,
                       const struct board *board, enum side enemy, const double (*belief)[RANKS]);

/* Computes the outcomes for the unknown piece `number` if it is attacked, or if it attacks (`moves`). The
 * count is 0 if no rank is left for it: the fight is then impossible. */
void outcomes_fill(const struct outcome_odds *odds, const struct board *board, int number, bool moves,
                   struct outcomes *out);

/* Computes weights in proportion to the probabilities of the ranks of the unknown piece `number`. The weight
 * is 0 for a rank that is impossible, and for one whose probability is at most odds->min. With `moves` the
 * piece attacks, so it is no flag and no bomb. Returns the sum of the weights; 0 if no rank is possible. */
double outcome_weights(const struct outcome_odds *odds, const struct board *board, int number, bool moves,
                       double weight[RANKS]);

#endif
