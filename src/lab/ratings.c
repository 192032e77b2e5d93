/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/ratings.h"

#include "base/memory.h"
#include "lab/cholesky.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

/* Elo points of one unit of strength: 400 / ln 10. */
#define ELO_UNIT 173.71779276130073

enum { STEPS_MAX = 1000 }; /* Newton steps; a few are usual */

/* The fit ends when no strength changes by more than this. */
#define STEP_END 1e-10

/* The sum of all changes of expected points by the additional games stays below 0.01 (ratings_fit). */
#define ADDED_POINTS 0.0099

/* The state of the fit; strengths are natural log-odds, one for each player. */
struct rating_fit {
    const struct score_count *scores;
    size_t players;
    bool *reaches;            /* [a * players + b]: points lead from a to b, in one step or several */
    bool *fitted;             /* the players of the largest group that reach each other */
    bool *middle;             /* the players whose mean is 0: the fitted ones, or all if only one is */
    size_t middle_count;
    double weight;            /* of the additional drawn game of players that are not fitted */
    double *strength, *gradient;
    double *hessian;          /* minus the second derivatives; positive definite */
};

/* Returns the expected score for a lead in strength (natural log-odds). */
static double expected_score(double lead)
{
    return 1 / (1 + exp(-lead));
}

/* Returns the number of games between two players. */
static double game_count(const struct score_count *score)
{
    return (double)(score->wins + score->draws + score->losses);
}

/* --- which ratings are finite --- */

/* Computes for each pair of players whether the first is connected to the second by a chain of players each
 * of whom has scored against the next. */
static void find_reach(struct rating_fit *fit)
{
    size_t n = fit->players;
    for (size_t a = 0; a < n; a++)
        for (size_t b = a + 1; b < n; b++) {
            const struct score_count *score = &fit->scores[a * n + b];
            fit->reaches[a * n + b] = score->wins + score->draws > 0;
            fit->reaches[b * n + a] = score->losses + score->draws > 0;
        }
    /* Chains of any length, with one more player allowed in between at a time (Warshall 1962). */
    for (size_t via = 0; via < n; via++)
        for (size_t a = 0; a < n; a++)
            for (size_t b = 0; b < n && fit->reaches[a * n + via]; b++)
                fit->reaches[a * n + b] |= fit->reaches[via * n + b];
}

/* Returns whether each of the two players is connected to the other. */
static bool are_of_one_group(const struct rating_fit *fit, size_t a, size_t b)
{
    return a == b || (fit->reaches[a * fit->players + b] && fit->reaches[b * fit->players + a]);
}

/* Marks the largest group as fitted and as the middle, whose mean strength is 0. If there is no group, all
 * players are the middle. Also computes the weight of additional games. */
static void mark_fitted(struct rating_fit *fit)
{
    size_t n = fit->players, max_count = 0, centre = 0;
    for (size_t a = 0; a < n; a++) {
        size_t count = 0;
        for (size_t b = 0; b < n; b++)
            count += are_of_one_group(fit, a, b);
        if (count > max_count) {
            max_count = count;
            centre = a;
        }
    }
    bool grouped = max_count > 1 || n == 1;
    for (size_t a = 0; a < n; a++) {
        fit->fitted[a] = grouped && are_of_one_group(fit, centre, a);
        fit->middle[a] = fit->fitted[a] || !grouped;
    }
    fit->middle_count = grouped ? max_count : n;
    /* The additional drawn game of each other player (ratings_fit) changes expected points by at most half
     * its weight, and the middle gets all these changes: together below 0.01. */
    double others = grouped ? (double)(n - max_count) : (double)n;
    fit->weight = ADDED_POINTS * fmin((double)fit->middle_count / fmax(others, 1), 1);
}

/* Returns how a player outside the group compares with the fitted players, or with all if there are none. */
static enum rating_end end_of(const struct rating_fit *fit, size_t player)
{
    bool over = false, under = false;
    if (fit->fitted[player])
        return RATING_FITTED;
    for (size_t other = 0; other < fit->players; other++) {
        if (other == player || !fit->middle[other])
            continue;
        over |= fit->reaches[player * fit->players + other];
        under |= fit->reaches[other * fit->players + player];
    }
    if (over)
        return under ? RATING_BETWEEN : RATING_ABOVE;
    return under ? RATING_BELOW : RATING_APART;
}

/* --- the fit --- */

/* Adds two players' games to the gradient of the log-likelihood and to minus its second derivatives. */
static void add_meeting(struct rating_fit *fit, size_t a, size_t b)
{
    const struct score_count *score = &fit->scores[a * fit->players + b];
    double games = game_count(score), lead = fit->strength[a] - fit->strength[b];
    if (games == 0)
        return;
    /* The points of `a` beyond the expected ones: the derivative of the log-likelihood by its strength. */
    double surplus = (double)score->wins + 0.5 * (double)score->draws - games * expected_score(lead);
    double curvature = games * expected_score(lead) * expected_score(-lead);
    fit->gradient[a] += surplus;
    fit->gradient[b] -= surplus;
    fit->hessian[a * fit->players + a] += curvature;
    fit->hessian[b * fit->players + b] += curvature;
    fit->hessian[a * fit->players + b] -= curvature;
    fit->hessian[b * fit->players + a] -= curvature;
}

/* Returns the coefficient of `other`'s strength in (the player's strength - the mean of the middle). */
static double coefficient_of(const struct rating_fit *fit, size_t player, size_t other)
{
    return (other == player) - (fit->middle[other] ? 1 / (double)fit->middle_count : 0);
}

/* Adds a drawn game of a player against the mean of the middle, with the weight fit->weight: a weak prior
 * that keeps the player's rating finite. */
static void add_drawn_game(struct rating_fit *fit, size_t player, double mean)
{
    size_t n = fit->players;
    double lead = fit->strength[player] - mean;
    double curvature = fit->weight * expected_score(lead) * expected_score(-lead);
    for (size_t i = 0; i < n; i++) {
        double coefficient = coefficient_of(fit, player, i);
        fit->gradient[i] += fit->weight * (0.5 - expected_score(lead)) * coefficient;
        for (size_t k = 0; k < n && coefficient != 0; k++)
            fit->hessian[i * n + k] += curvature * coefficient * coefficient_of(fit, player, k);
    }
}

/* Computes the gradient and the second derivatives of the log-likelihood. */
static void differentiate(struct rating_fit *fit)
{
    size_t n = fit->players;
    double mean = 0;
    for (size_t i = 0; i < n; i++)
        mean += fit->middle[i] ? fit->strength[i] / (double)fit->middle_count : 0;
    /* The scores determine only differences of strengths. The added terms keep the mean at 0. */
    for (size_t i = 0; i < n; i++) {
        fit->gradient[i] = fit->middle[i] ? -mean : 0;
        for (size_t k = 0; k < n; k++)
            fit->hessian[i * n + k] = fit->middle[i] && fit->middle[k] ? 1 / (double)fit->middle_count : 0;
    }
    for (size_t a = 0; a < n; a++) {
        if (!fit->fitted[a])
            add_drawn_game(fit, a, mean);
        for (size_t b = a + 1; b < n; b++)
            add_meeting(fit, a, b);
    }
}

/* Maximises the log-likelihood by Newton steps of at most length 1, so that a distant start does not
 * diverge; the log-likelihood is concave. Leaves the Cholesky factor of the second derivatives at the
 * maximum. */
static void maximise(struct rating_fit *fit)
{
    for (int step = 0; step < STEPS_MAX; step++) {
        double longest = 0;
        differentiate(fit);
        /* The Newton step, hessian^-1 x gradient, replaces the gradient. */
        cholesky_factorise(fit->hessian, fit->players, fit->players, -INFINITY);
        cholesky_solve(fit->hessian, fit->players, fit->players, fit->gradient);
        for (size_t i = 0; i < fit->players; i++)
            longest = fmax(longest, fabs(fit->gradient[i]));
        double scale = longest > 1 ? 1 / longest : 1;
        for (size_t i = 0; i < fit->players; i++)
            fit->strength[i] += scale * fit->gradient[i];
        if (longest < STEP_END)
            return;
    }
}

/* --- errors --- */

/* Returns the variance of a's points against b over all games, from the spread of their trials (pairs or
 * games). It has a lower bound, so that it is above 0 if all are equal. If there is only one trial, it
 * follows from the model's `expected` share. */
static double variance_of(const struct score_count *score, double expected)
{
    double games = game_count(score), pairs = (double)pentanomial_pairs(&score->pairs);
    double trials = pairs > 0 ? pairs : games, undrawn = expected * (1 - expected), spread; /* of a game */
    if (trials < 2)
        return games * undrawn;
    if (pairs > 0) {
        /* A pair has twice its points per game, so 4 x their variance for two games. */
        spread = 2 * pentanomial_variance(&score->pairs);
    } else {
        /* That of games without draws, less what the points of draws, 1/2, lack in spread. */
        double share = stats_score(score->wins, score->draws, score->losses);
        spread = share * (1 - share) - 0.25 * (double)score->draws / games;
    }
    return games * fmax(spread * trials / (trials - 1), undrawn / trials);
}

/* Returns the standard error of a player's strength minus the mean of the middle, in natural log-odds (Huber
 * 1967). `x`: memory for one number per player. fit->hessian must have the Cholesky factor. */
static double error_of(const struct rating_fit *fit, size_t player, double *x)
{
    size_t n = fit->players;
    double variance = 0;
    for (size_t i = 0; i < n; i++)
        x[i] = coefficient_of(fit, player, i);
    /* One more point of a against b now changes the difference by x[a] - x[b]. */
    cholesky_solve(fit->hessian, n, n, x);
    for (size_t a = 0; a < n; a++)
        for (size_t b = a + 1; b < n; b++) {
            const struct score_count *score = &fit->scores[a * n + b];
            double expected = expected_score(fit->strength[a] - fit->strength[b]), change = x[a] - x[b];
            if (game_count(score) > 0)
                variance += variance_of(score, expected) * change * change;
        }
    return sqrt(variance);
}

void ratings_fit(const struct score_count *scores, size_t players, struct rating *ratings)
{
    size_t n = players;
    struct rating_fit fit = {
        .scores = scores, .players = n,
        .reaches = memory_new(n * n, sizeof *fit.reaches),
        .fitted = memory_new(n, sizeof *fit.fitted),
        .middle = memory_new(n, sizeof *fit.middle),
        .strength = memory_new(n, sizeof *fit.strength),
        .gradient = memory_new(n, sizeof *fit.gradient),
        .hessian = memory_new(n * n, sizeof *fit.hessian),
    };
    find_reach(&fit);
    mark_fitted(&fit);
    maximise(&fit);
    for (size_t i = 0; i < n; i++)
        ratings[i] = (struct rating){
            .elo = ELO_UNIT * fit.strength[i],
            .error = fit.fitted[i] ? ELO_UNIT * error_of(&fit, i, fit.gradient) : NAN, /* as work space */
            .end = end_of(&fit, i),
        };
    free(fit.reaches);
    free(fit.fitted);
    free(fit.middle);
    free(fit.strength);
    free(fit.gradient);
    free(fit.hessian);
}
