/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/pentanomial.h"

void pentanomial_add(struct pentanomial *pairs, int half_points)
{
    pairs->count[half_points]++;
}

size_t pentanomial_pairs(const struct pentanomial *pairs)
{
    size_t sum = 0;
    for (int i = 0; i < PAIR_SCORES; i++)
        sum += pairs->count[i];
    return sum;
}

/* Returns the points per game of a pair with this many half points. */
static double pair_score(int half_points)
{
    return half_points / (double)(PAIR_SCORES - 1);
}

double pentanomial_score(const struct pentanomial *pairs)
{
    double points = 0, count = (double)pentanomial_pairs(pairs);
    for (int i = 0; i < PAIR_SCORES; i++)
        points += (double)pairs->count[i] * pair_score(i);
    return count > 0 ? points / count : 0.5;
}

double pentanomial_variance(const struct pentanomial *pairs)
{
    double sum = 0, count = (double)pentanomial_pairs(pairs), mean = pentanomial_score(pairs);
    for (int i = 0; i < PAIR_SCORES; i++) {
        double off = pair_score(i) - mean;
        sum += (double)pairs->count[i] * off * off;
    }
    return count > 0 ? sum / count : 0;
}

struct interval pentanomial_interval(const struct pentanomial *pairs, double z)
{
    double count = (double)pentanomial_pairs(pairs), score = pentanomial_score(pairs);
    double undrawn = score * (1 - score); /* variance of a game's points if none is drawn */
    double trials = 2 * count;
    if (count <= 0)
        return (struct interval){0, 1};
    /* At 0 and 1 the spread is not known: assume two trials per pair. */
    if (undrawn > 0) {
        double spread = pentanomial_variance(pairs), min = undrawn / (2 * count);
        /* If all pairs are equal, the spread would be 0: the bound keeps the number of trials finite. */
        trials = count * undrawn / (spread > min ? spread : min);
    }
    return stats_wilson(score * trials, trials, z);
}
