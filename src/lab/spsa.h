/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simultaneous perturbation (SPSA; Spall 1992, 1998): maximises a result that is mostly noise, such as that
 * of a few games. Each step changes all parameters at once, each up or down at random, compares these values
 * with those of the opposite changes, and moves a little towards the better ones. Pure functions. */
#ifndef VEDETTE_LAB_SPSA_H
#define VEDETTE_LAB_SPSA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A parameter to be tuned. */
struct spsa_parameter {
    double min, max;   /* its range, inclusive */
    double start;
    double step;         /* distance of the tried values in the last step; above 0 */
    bool whole;          /* only whole numbers are tried and returned */
};

/* The parameters of the method. */
struct spsa_terms {
    const struct spsa_parameter *parameters;
    size_t count;
    size_t steps;        /* total number, 1 or more; changes and gains shrink over them */
    double rate;         /* gain of the last step: how far, in units of `step`, a parameter moves for a
                          * result of 1; 0: spsa_rate */
    uint64_t seed;
};

/* Returns the default rate for this number of steps, 0.5 at most. If a change by one `step` from the optimum
 * costs 3.5 Elo, a parameter's distance from the optimum shrinks to a hundredth over all steps. */
double spsa_rate(size_t steps);

/* Fills values[0 .. terms->count - 1] with the start values of the parameters. */
void spsa_start(const struct spsa_terms *terms, double *values);

/* Computes the two sets of values to try in step `step`, 0 .. terms->steps - 1: on both sides of `values`,
 * within their ranges. They depend only on the seed, the step and the values. */
void spsa_propose(const struct spsa_terms *terms, size_t step, const double *values, double *plus,
                  double *minus);

/* Moves the values by the result of that step: wins minus losses per game of `plus` against `minus`, -1 ..
 * 1. */
void spsa_take(const struct spsa_terms *terms, size_t step, double result, double *values);

/* Returns a value as it is played and reported: rounded if the parameter is whole. */
double spsa_rounded(const struct spsa_parameter *parameter, double value);

#endif
