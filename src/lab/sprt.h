/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sequential probability ratio test of Wald (1945) on pairs of games: is A stronger than B by elo1, or
 * only by elo0? After each pair it says whether enough is known. The likelihood is that of the five scores
 * of a pair, with the distribution that the pairs so far have (the generalised test: Van den Bergh, "A
 * practical introduction to the GSPRT"). Pure functions. */
#ifndef VEDETTE_LAB_SPRT_H
#define VEDETTE_LAB_SPRT_H

#include "base/error.h"
#include "lab/pentanomial.h"

struct sprt_terms {
    double elo0, elo1;  /* A's lead over B under each hypothesis; elo0 < elo1 */
    double alpha, beta; /* the chance to accept elo1 where elo0 is true, and the reverse; 0 to 0.5 without
                         * the ends */
};

enum sprt_answer { SPRT_GO_ON, SPRT_ELO0, SPRT_ELO1 };

/* What is usual: 0 against 5 Elo, with 0.05 and 0.05. */
extern const struct sprt_terms sprt_usual;

/* Reads "ELO0,ELO1" or "ELO0,ELO1,ALPHA,BETA". STATUS_BAD with a sentence where it is neither, or out of
 * the ranges above. */
enum status sprt_parse(const char *text, struct sprt_terms *terms, struct error *error);

/* The logarithm of the likelihood ratio of elo1 to elo0; 0 for no pairs. */
double sprt_ratio(const struct sprt_terms *terms, const struct pentanomial *pairs);

/* The bounds of that ratio: at or below the first elo0 is accepted, at or above the second elo1. */
struct interval sprt_bounds(const struct sprt_terms *terms);

enum sprt_answer sprt_judge(const struct sprt_terms *terms, const struct pentanomial *pairs);

/* How many pairs the test takes on the mean where A's lead is `elo` and a pair's points a game have that
 * variance, by Wald's approximation (the ratio as a Brownian motion with drift). */
double sprt_expected_pairs(const struct sprt_terms *terms, double elo, double variance);

#endif
