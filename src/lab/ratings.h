/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ratings of the players of a tournament: the model of Bradley and Terry (1952) on Elo's scale, a draw as
 * half a win. Pure functions but for the memory they take. */
#ifndef VEDETTE_LAB_RATINGS_H
#define VEDETTE_LAB_RATINGS_H

#include "lab/stats.h"

/* What one player made against another. */
struct score_count {
    size_t wins, draws, losses;
};

struct rating {
    double elo;       /* over the mean of all players */
    double error;     /* its standard error: of the difference to the mean */
};

/* Fits the ratings of `players` players (1 or more). scores[a * players + b] is what a made against b, and
 * is read where a < b; 0 games are no news. So that a player who has won all, lost all, or met nobody of
 * the others has a rating too, each has besides one drawn game against a player at the mean: of 200 games
 * or more it is hardly felt.
 *
 * Errors are from the Fisher information. The games of two players weigh as much as their spread says, for
 * a drawn game tells more than half a win does (as in stats_score_interval). */
void ratings_fit(const struct score_count *scores, size_t players, struct rating *ratings);

#endif
