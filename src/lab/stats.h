/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statistics of games: means, shares, scores and their intervals. Pure functions. */
#ifndef VEDETTE_LAB_STATS_H
#define VEDETTE_LAB_STATS_H

#include <stddef.h>

/* The two-sided normal quantile of 95 %. */
#define STATS_95 1.959963984540054

/* An interval with both ends. */
struct interval {
    double low, high;
};

/* Mean and spread of numbers that are added one by one; initially all zero. */
struct sample {
    size_t count;
    double mean;
    double squares; /* sum of squared differences from the mean (Welford 1962) */
};

/* Adds a number. */
void sample_add(struct sample *sample, double value);

/* Returns the standard error of the mean, from the spread with n - 1; 0 for fewer than two numbers. */
double sample_error(const struct sample *sample);

/* A ratio of two sums over independent units, for example games, which may differ in size; initially all
 * zero. */
struct ratio {
    size_t units;                 /* number of units whose `below` is not 0 */
    double above, below;          /* the sums of numerators and denominators */
    double above2, both, below2;  /* sums of above^2, above x below, below^2 */
};

/* Adds a unit with this numerator and denominator. */
void ratio_add(struct ratio *ratio, double above, double below);

/* A ratio with its 95 % interval, computed from the differences between the units (Cochran 1977, 6.4). All 0
 * without units; no interval for fewer than two. */
struct estimate {
    size_t units;
    double mean, low, high;
};
/* Returns the ratio above / below with its interval. */
struct estimate ratio_estimate(const struct ratio *ratio);

/* Returns a share or a mean probability above / below, 0 .. 1, with Wilson's interval, which is always within
 * 0 .. 1. Its number of trials is that of independent trials with the same variance. */
struct estimate share_estimate(const struct ratio *ratio);

/* Returns by how much the absolute value of a ratio exceeds half its interval, 0 or more: its significant
 * difference from 0. NAN if there are fewer than two units. */
double ratio_gap(const struct ratio *ratio);

/* Bins with fewer predictions are not used for the calibration. */
enum { CALIBRATION_MIN = 200 };

/* Returns the largest ratio_gap of `count` bins (right minus predicted, per prediction). Only bins with
 * CALIBRATION_MIN predictions or more count; NAN if there is none. */
double calibration_gap(const struct ratio *bins, size_t count);

/* Returns Wilson's interval (1927) for the share of `hits` (may be fractional) in `count` independent
 * trials, z standard deviations wide on each side. 0 .. 1 without trials. */
struct interval stats_wilson(double hits, double count, double z);

/* Returns wins plus half the draws, as a share of all games; 0.5 without games. */
double stats_score(size_t wins, size_t draws, size_t losses);

/* Returns the score's interval: Wilson's, z standard deviations wide on each side. The number of trials is
 * that of games without draws that would have the same variance, because a draw has less variance than a win
 * or a loss. 0 .. 1 without games. */
struct interval stats_score_interval(size_t wins, size_t draws, size_t losses, double z);

/* Returns the Elo difference for an expected score s: 400 log10(s / (1 - s)). Infinite at 0 and 1. */
double stats_elo(double score);

#endif
