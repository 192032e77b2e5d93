/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scores of pairs of games. The two games of a pair have the same setups with the sides exchanged, so their
 * results are correlated: a lucky setup helps one player in one game and the other in the other. The sum of
 * both is one trial with five possible values. Pure functions. */
#ifndef VEDETTE_LAB_PENTANOMIAL_H
#define VEDETTE_LAB_PENTANOMIAL_H

#include "lab/stats.h"

enum { PAIR_SCORES = 5 };

/* The numbers of pairs in which A scored 0, 1/2, 1, 1 1/2 and 2 points; initially all zero. */
struct pentanomial {
    size_t count[PAIR_SCORES];
};

/* Adds a pair in which A scored `half_points`, 0 .. 4. */
void pentanomial_add(struct pentanomial *pairs, int half_points);

/* Returns the number of pairs. */
size_t pentanomial_pairs(const struct pentanomial *pairs);

/* Returns A's points per game, 0 .. 1; 0.5 without pairs. */
double pentanomial_score(const struct pentanomial *pairs);

/* Returns the variance of a pair's points per game (divided by the number of pairs); 0 without pairs. */
double pentanomial_variance(const struct pentanomial *pairs);

/* Returns Wilson's interval (1927) of the score, z standard deviations wide on each side. The number of
 * trials is that of independent games without draws that would have the same variance. 0 .. 1 without
 * pairs. */
struct interval pentanomial_interval(const struct pentanomial *pairs, double z);

#endif
