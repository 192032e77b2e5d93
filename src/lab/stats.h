/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statistics of games: means, shares, scores and their intervals. Pure functions. */
#ifndef VEDETTE_LAB_STATS_H
#define VEDETTE_LAB_STATS_H

#include <stddef.h>

/* The two-sided normal quantile of 95 %. */
#define STATS_95 1.959963984540054

struct interval {
    double low, high;
};

/* Numbers seen one by one; all zero before the first. */
struct sample {
    size_t count;
    double mean;
    double squares; /* sum of squared differences from the mean (Welford 1962) */
};

void sample_add(struct sample *sample, double value);

/* The standard error of the mean, from the spread with n - 1; 0 for fewer than two numbers. */
double sample_error(const struct sample *sample);

/* A ratio of two sums over independent units, which may differ in size: all zero before the first unit. */
struct ratio {
    size_t units;                 /* of which something is below */
    double above, below;          /* the sums, */
    double above2, both, below2;  /* of their squares and products too */
};

void ratio_add(struct ratio *ratio, double above, double below);

/* It with the ends of its 95 % interval, which follows from how the units differ from it (Cochran 1977, 6.4).
 * Nothing but 0 without units; no interval where they are fewer than two. */
struct estimate {
    size_t units;
    double mean, low, high;
};
struct estimate ratio_estimate(const struct ratio *ratio);

/* The same of a ratio that is a share or a mean probability, 0 to 1: Wilson's interval, with as many trials
 * as would give independent ones the spread that these units have. It never leaves 0 .. 1. */
struct estimate share_estimate(const struct ratio *ratio);

/* By how much a ratio that would be 0 is off it beyond half its interval; 0 where that holds 0, NAN for fewer
 * than two units. */
double ratio_gap(const struct ratio *ratio);

/* Fewer answers than these say nothing of how well a bin of them is calibrated. */
enum { CALIBRATION_MIN = 200 };

/* The largest gap of `count` bins, what was right less what was said in each, of those with as many answers;
 * NAN where none has. */
double calibration_gap(const struct ratio *bins, size_t count);

/* Wilson's interval (1927) for the share of `hits` (may be fractional) in `count` independent trials,
 * `z` standard deviations wide on each side. 0 .. 1 for no trials. */
struct interval stats_wilson(double hits, double count, double z);

/* Wins plus half the draws, as a share; 0.5 for no games. */
double stats_score(size_t wins, size_t draws, size_t losses);

/* Its interval: Wilson's, with as many trials as would give a game without draws the spread that these
 * games have, for a drawn game tells more of a score than half a win does. */
struct interval stats_score_interval(size_t wins, size_t draws, size_t losses, double z);

/* The Elo difference that makes a score likely: 400 log10(s / (1 - s)). Infinite at 0 and 1. */
double stats_elo(double score);

#endif
