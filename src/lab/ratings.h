/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ratings of the players of a tournament: the model of Bradley and Terry (1952) on Elo's scale; a draw counts
 * as half a win. Pure functions, apart from memory allocation. */
#ifndef VEDETTE_LAB_RATINGS_H
#define VEDETTE_LAB_RATINGS_H

#include "lab/pentanomial.h"

/* The results of one player against another. */
struct score_count {
    size_t wins, draws, losses;
    struct pentanomial pairs;   /* the complete pairs among those games; all zero: single games */
};

/* Whether a player has a finite rating relative to the fitted players. */
enum rating_end {
    RATING_FITTED,    /* yes */
    RATING_ABOVE,     /* no: points lead only from it to them, not back: it is stronger without bound */
    RATING_BELOW,     /* no: points lead only from them to it */
    RATING_BETWEEN,   /* no: it is above some of them and below others */
    RATING_APART      /* no: no games connect it with them */
};

/* The rating of a player, in Elo. */
struct rating {
    double elo;       /* relative to the mean of the fitted players; if there are none, of all */
    double error;     /* standard error of the difference to that mean; NAN if not fitted */
    enum rating_end end;
};

/* Fits the ratings of `players` players (1 or more). scores[a * players + b] are the results of a against b,
 * read only if a < b; there may be 0 games.
 *
 * In the fit each player's expected points equal its real points. Players have finite ratings relative to
 * each other if each is connected to each by a chain of players of whom each has scored against the next
 * (Ford 1957). The largest such group is fitted; of several largest groups the one that contains the first
 * player in order. Every other player gets an additional drawn game against the mean of the group. Its weight
 * is so small that expected points change by less than 0.01: the ratings of these players only show their
 * order.
 *
 * Errors are robust: each pair of games (without pairs, each game) is a trial, with the variance that the
 * trials of its two players have. */
void ratings_fit(const struct score_count *scores, size_t players, struct rating *ratings);

#endif
