/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What may come of a fight with an unknown piece: its possible ranks and their probabilities. */
#ifndef VEDETTE_SEARCH_OUTCOMES_H
#define VEDETTE_SEARCH_OUTCOMES_H

#include "game/board.h"
#include "search/options.h"

/* What is believed at the root of the enemy's pieces. In the tree ranks become known, so that fewer of them
 * are left for the others: then a piece's belief in rank r counts by the share of the r that are still
 * unknown,
 *     p(r) = belief(r) * left(r) / left_at_root(r), brought to a sum of 1. */
struct outcome_odds {
    enum side side;                        /* the enemy */
    int by;                                /* enum search_probabilities */
    double min;                          /* less probable ones are left out */
    double belief[PIECES_A_SIDE][RANKS];   /* rows as in struct belief */
    double share[RANKS];                   /* 1 : left_at_root; 0 where none is */
    bool frozen[PIECES_A_SIDE];            /* taken not to move, unless it has moved */
};

/* The possible ranks of a piece, the likeliest first; of equally likely ones the lower first. */
struct outcomes {
    int count;
    uint8_t rank[RANKS];
    double p[RANKS];                       /* above 0, their sum is 1 */
};

/* A move of an expected line that is a fight, and what it may show. */
struct line_fight {
    uint8_t square;                        /* where the unknown piece stands before it */
    struct outcomes outcomes;              /* count 0: nothing is in doubt, and `square` says nothing */
};

/* `belief` may be NULL where the probabilities go by counts. `board` is the view's. */
void outcome_odds_init(struct outcome_odds *odds, const struct search_options *options,
                       const struct board *board, enum side enemy, const double (*belief)[RANKS]);

/* Fills in the ranks that the unknown piece `number` may have where it is attacked, or (`moves`) where it
 * attacks. None at all (count 0) where no rank is left for it: then there can be no such fight. */
void outcomes_of(const struct outcome_odds *odds, const struct board *board, int number, bool moves,
                 struct outcomes *out);

/* The same as weights, in no order: 0 for ranks that it cannot have or that are left out. Returns the sum. */
double outcome_weights(const struct outcome_odds *odds, const struct board *board, int number, bool moves,
                       double weight[RANKS]);

#endif
