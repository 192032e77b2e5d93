/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/stats.h"

#include <math.h>

void sample_add(struct sample *sample, double value)
{
    double off_old_mean = value - sample->mean;
    sample->count++;
    sample->mean += off_old_mean / (double)sample->count;
    sample->squares += off_old_mean * (value - sample->mean); /* off the old mean x off the new one */
}

double sample_error(const struct sample *sample)
{
    double n = (double)sample->count;
    return sample->count < 2 ? 0 : sqrt(sample->squares / (n - 1) / n);
}

void ratio_add(struct ratio *ratio, double above, double below)
{
    ratio->units += below > 0;
    ratio->above += above;
    ratio->below += below;
    ratio->above2 += above * above;
    ratio->both += above * below;
    ratio->below2 += below * below;
}

/* Returns the variance of a ratio whose value is `mean`, from the spread of above - mean x below over the
 * units (Cochran 1977, Sampling Techniques, 6.4); needs two units or more. */
static double ratio_variance(const struct ratio *ratio, double mean)
{
    double n = (double)ratio->units;
    double spread = ratio->above2 - 2 * mean * ratio->both + mean * mean * ratio->below2;
    return fmax(spread, 0) * n / (n - 1) / (ratio->below * ratio->below);
}

struct estimate ratio_estimate(const struct ratio *ratio)
{
    struct estimate estimate = {.units = ratio->units};
    if (!ratio->units)
        return estimate;
    estimate.mean = ratio->above / ratio->below;
    if (ratio->units > 1) {
        double half = STATS_95 * sqrt(ratio_variance(ratio, estimate.mean));
        estimate.low = estimate.mean - half;
        estimate.high = estimate.mean + half;
    }
    return estimate;
}

struct estimate share_estimate(const struct ratio *ratio)
{
    struct estimate estimate = {.units = ratio->units};
    if (!ratio->units)
        return estimate;
    double n = (double)ratio->units;
    double share = estimate.mean = fmin(fmax(ratio->above / ratio->below, 0), 1);
    if (ratio->units < 2)
        return estimate;
    /* The number of independent trials with this variance. At 0 and 1 the spread is not known: assume one
     * trial per unit. If all units are equal, the lower bound `min` keeps the number of trials finite. */
    double undecided = share * (1 - share); /* the variance of one trial */
    double min = undecided / ratio->below / n;
    double trials = undecided > 0 ? undecided / fmax(ratio_variance(ratio, share), min) : n;
    struct interval range = stats_wilson(share * trials, trials, STATS_95);
    estimate.low = range.low;
    estimate.high = range.high;
    return estimate;
}

double ratio_gap(const struct ratio *ratio)
{
    struct estimate estimate = ratio_estimate(ratio);
    if (estimate.units < 2)
        return NAN;
    return fmax(fabs(estimate.mean) - (estimate.high - estimate.low) / 2, 0);
}

double calibration_gap(const struct ratio *bins, size_t count)
{
    double gap = NAN;
    for (size_t i = 0; i < count; i++)
        if (bins[i].below >= CALIBRATION_MIN)
            gap = fmax(gap, ratio_gap(&bins[i])); /* fmax ignores a NaN */
    return gap;
}

struct interval stats_wilson(double hits, double count, double z)
{
    if (count <= 0)
        return (struct interval){0, 1};
    double share = hits / count, z2 = z * z / count;
    double centre = (share + z2 / 2) / (1 + z2);
    double half = z * sqrt(share * (1 - share) / count + z2 / (4 * count)) / (1 + z2);
    /* At the ends the exact bound is the share itself; rounding must not push it outside. */
    return (struct interval){share <= 0 ? 0 : fmax(centre - half, 0),
                             share >= 1 ? 1 : fmin(centre + half, 1)};
}

double stats_score(size_t wins, size_t draws, size_t losses)
{
    size_t games = wins + draws + losses;
    return games ? ((double)wins + 0.5 * (double)draws) / (double)games : 0.5;
}

struct interval stats_score_interval(size_t wins, size_t draws, size_t losses, double z)
{
    double n = (double)(wins + draws + losses), score = stats_score(wins, draws, losses);
    if (n == 0)
        return (struct interval){0, 1};
    /* The variance of a game's points if none is drawn; and the real one as a share of it. */
    double undrawn = score * (1 - score), narrower = 1;
    if (undrawn > 0) {
        double spread = undrawn - 0.25 * (double)draws / n;
        narrower = spread / undrawn;
        if (narrower < 1 / n) /* only draws: keeps the number of trials finite */
            narrower = 1 / n;
    }
    return stats_wilson(score * n / narrower, n / narrower, z);
}

double stats_elo(double score)
{
    return 400 * log10(score / (1 - score));
}
