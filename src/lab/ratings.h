/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ratings of the players of a tournament: the model of Bradley and Terry (1952) on Elo's scale, a draw as
 * half a win. Pure functions but for the memory they take. */
#ifndef VEDETTE_LAB_RATINGS_H
#define VEDETTE_LAB_RATINGS_H

#include "lab/pentanomial.h"

/* What one player made against another. */
struct score_count {
    size_t wins, draws, losses;
    struct pentanomial pairs;   /* the whole pairs among those games; all zero: games for themselves */
};

/* Whether the games give a player a finite rating beside the others. */
enum rating_end {
    RATING_FITTED,    /* they do */
    RATING_ABOVE,     /* no: it made all points that link it with the others, */
    RATING_BELOW,     /* or none of them, */
    RATING_BETWEEN,   /* or all of those with some and none of those with others, */
    RATING_APART      /* or no games link it with them */
};

struct rating {
    double elo;       /* over the mean of those whose ratings are fitted; of all, where there are none */
    double error;     /* its standard error: of the difference to that mean; NAN where it is not fitted */
    enum rating_end end;
};

/* Fits the ratings of `players` players (1 or more). scores[a * players + b] is what a made against b, and
 * is read where a < b; 0 games are no news.
 *
 * At the fit each player is expected to make the points that it has made. Players have a finite rating
 * beside each other where, in steps from one to the next who lost points to it, each can be reached from
 * each (Ford 1957); the largest such group is fitted. All others get a drawn game more against the mean of
 * that group, of so little weight that no player's expected points differ by 0.01 from those made: only their
 * place is known then. Of several largest groups it is that of the player who comes first.
 *
 * Errors are robust ones: each pair of games is a trial, or where there are no pairs each game, with the
 * spread that it has among the trials of its two players. */
void ratings_fit(const struct score_count *scores, size_t players, struct rating *ratings);

#endif
