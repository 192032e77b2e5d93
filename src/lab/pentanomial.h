/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scores of pairs of games. The two games of a pair are played from the same set-ups with the sides
 * changed, so that their results hang together: a side's luck in one is bad luck in the other. Their sum
 * is one trial, and has five values. Pure functions. */
#ifndef VEDETTE_LAB_PENTANOMIAL_H
#define VEDETTE_LAB_PENTANOMIAL_H

#include "lab/stats.h"

enum { PAIR_SCORES = 5 };

/* How many pairs gave A 0, half a point, 1, 1 1/2 and 2 points; all zero before the first. */
struct pentanomial {
    size_t count[PAIR_SCORES];
};

/* Adds a pair in which A made so many half points, 0 to 4. */
void pentanomial_add(struct pentanomial *pairs, int half_points);

size_t pentanomial_pairs(const struct pentanomial *pairs);

/* A's points a game, 0 to 1; 0.5 for no pairs. */
double pentanomial_score(const struct pentanomial *pairs);

/* The variance of one pair's points a game, over the pairs as they are; 0 for none. */
double pentanomial_variance(const struct pentanomial *pairs);

/* The interval of the score: Wilson's (1927), with as many trials as would give games without draws, each
 * for itself, the spread that these pairs have. 0 .. 1 for no pairs. */
struct interval pentanomial_interval(const struct pentanomial *pairs, double z);

#endif
