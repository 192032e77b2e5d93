/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/ratings.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* Elo points of one unit of strength: 400 / ln 10. */
#define ELO_UNIT 173.71779276130073

enum { STEPS_MOST = 200 };

/* The fit under way; strength in natural units, one for each player. */
struct rating_fit {
    const struct score_count *scores;
    size_t players;
    double *strength, *gradient;
    double *hessian;          /* minus the second derivatives; positive definite */
};

static double chance(double lead)
{
    return 1 / (1 + exp(-lead));
}

static double game_count(const struct score_count *score)
{
    return (double)(score->wins + score->draws + score->losses);
}

/* By how much more the games of two players tell than as many without draws; 1 at least. */
static double weight_of(const struct score_count *score)
{
    double games = game_count(score), share = stats_score(score->wins, score->draws, score->losses);
    double undrawn = share * (1 - share);
    if (undrawn <= 0)
        return 1;
    double spread = undrawn - 0.25 * (double)score->draws / games;
    return spread > undrawn / games ? undrawn / spread : games;
}

/* Adds two players' games to gradient and second derivatives. */
static void add_pair(struct rating_fit *fit, size_t a, size_t b)
{
    const struct score_count *score = &fit->scores[a * fit->players + b];
    double games = game_count(score);
    if (games == 0)
        return;
    double expected = chance(fit->strength[a] - fit->strength[b]);
    double weight = weight_of(score);
    double more = weight * ((double)score->wins + 0.5 * (double)score->draws - games * expected);
    double curve = weight * games * expected * (1 - expected);
    fit->gradient[a] += more;
    fit->gradient[b] -= more;
    fit->hessian[a * fit->players + a] += curve;
    fit->hessian[b * fit->players + b] += curve;
    fit->hessian[a * fit->players + b] -= curve;
    fit->hessian[b * fit->players + a] -= curve;
}

static void differentiate(struct rating_fit *fit)
{
    size_t n = fit->players;
    for (size_t i = 0; i < n * n; i++)
        fit->hessian[i] = 0;
    for (size_t a = 0; a < n; a++) {
        /* The drawn game against a player at the mean. */
        double expected = chance(fit->strength[a]);
        fit->gradient[a] = 0.5 - expected;
        fit->hessian[a * n + a] += expected * (1 - expected);
    }
    for (size_t a = 0; a < n; a++)
        for (size_t b = a + 1; b < n; b++)
            add_pair(fit, a, b);
}

/* Turns a positive definite matrix into its lower factor of Cholesky, in place. */
static void factorise(double *m, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            double sum = m[i * n + j];
            for (size_t k = 0; k < j; k++)
                sum -= m[i * n + k] * m[j * n + k];
            m[i * n + j] = i == j ? sqrt(sum) : sum / m[j * n + j];
        }
}

/* Solves factor * factor' * x = v in place of v. */
static void solve(const double *factor, size_t n, double *v)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < i; k++)
            v[i] -= factor[i * n + k] * v[k];
        v[i] /= factor[i * n + i];
    }
    for (size_t i = n; i-- > 0;) {
        for (size_t k = i + 1; k < n; k++)
            v[i] -= factor[k * n + i] * v[k];
        v[i] /= factor[i * n + i];
    }
}

/* Newton's steps, none longer than 1, so that a first guess far away does not throw them off; the
 * likelihood is concave and has one top. Leaves the factor of the second derivatives at the top. */
static void climb(struct rating_fit *fit)
{
    for (int step = 0; step < STEPS_MOST; step++) {
        double longest = 0;
        differentiate(fit);
        factorise(fit->hessian, fit->players);
        solve(fit->hessian, fit->players, fit->gradient);
        for (size_t i = 0; i < fit->players; i++)
            longest = fmax(longest, fabs(fit->gradient[i]));
        double scale = longest > 1 ? 1 / longest : 1;
        for (size_t i = 0; i < fit->players; i++)
            fit->strength[i] += scale * fit->gradient[i];
        if (longest < 1e-10)
            return;
    }
}

void ratings_fit(const struct score_count *scores, size_t players, struct rating *ratings)
{
    size_t n = players;
    struct rating_fit fit = {
        .scores = scores,
        .players = n,
        .strength = memory_new(n, sizeof *fit.strength),
        .gradient = memory_new(n, sizeof *fit.gradient),
        .hessian = memory_new(n * n, sizeof *fit.hessian),
    };
    climb(&fit);
    double mean = 0;
    for (size_t i = 0; i < n; i++)
        mean += fit.strength[i] / (double)n;
    for (size_t i = 0; i < n; i++) {
        /* The variance of strength i less the mean: c' H^-1 c with c = 1 at i, and 1/n less everywhere. */
        double variance = 0;
        for (size_t k = 0; k < n; k++)
            fit.gradient[k] = (k == i) - 1 / (double)n;
        solve(fit.hessian, n, fit.gradient);
        for (size_t k = 0; k < n; k++)
            variance += ((k == i) - 1 / (double)n) * fit.gradient[k];
        ratings[i].elo = ELO_UNIT * (fit.strength[i] - mean);
        ratings[i].error = ELO_UNIT * sqrt(variance > 0 ? variance : 0);
    }
    free(fit.strength);
    free(fit.gradient);
    free(fit.hessian);
}
