/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sequential probability ratio test of Wald (1945) on pairs of games: is A stronger than B by elo1, or
 * only by elo0? After each pair it decides for one of them or for more games. The likelihood is that of the
 * five scores of a pair, with the distribution of the pairs so far (the generalised test: Van den Bergh, "A
 * practical introduction to the GSPRT"). Pure functions. */
#ifndef VEDETTE_LAB_SPRT_H
#define VEDETTE_LAB_SPRT_H

#include "base/error.h"
#include "lab/pentanomial.h"

/* The parameters of the test. */
struct sprt_terms {
    double elo0, elo1;  /* A's lead over B under each hypothesis; elo0 < elo1 */
    double alpha, beta; /* probability to accept elo1 if elo0 is true, and the reverse; above 0 and below
                         * 0.5 */
};

enum sprt_result { SPRT_GO_ON, SPRT_ELO0, SPRT_ELO1 };

/* The default terms: 0 against 5 Elo, with 0.05 and 0.05. */
extern const struct sprt_terms sprt_usual;

/* Reads "ELO0,ELO1" or "ELO0,ELO1,ALPHA,BETA". STATUS_BAD, with a sentence, for any other text or values out
 * of range. */
enum status sprt_parse(const char *text, struct sprt_terms *terms, struct error *error);

/* Returns the logarithm of the likelihood ratio of elo1 to elo0; 0 without pairs. */
double sprt_ratio(const struct sprt_terms *terms, const struct pentanomial *pairs);

/* Returns the bounds of that logarithm: elo0 is accepted at or below `low`, elo1 at or above `high`. */
struct interval sprt_bounds(const struct sprt_terms *terms);

/* Returns the test's decision after these pairs. */
enum sprt_result sprt_decide(const struct sprt_terms *terms, const struct pentanomial *pairs);

/* Returns the expected number of pairs of the test if A's lead is `elo` and a pair's points per game have
 * this variance, by Wald's approximation (the ratio as a Brownian motion with drift). */
double sprt_expected_pairs(const struct sprt_terms *terms, double elo, double variance);

#endif
