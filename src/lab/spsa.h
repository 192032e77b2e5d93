/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simultaneous perturbation (Spall 1992, 1998): a climb on a result that is mostly noise, such as that of
 * a few games. Each step moves all parameters at once, each up or down by the toss of a coin, plays those
 * values against the ones on the other side, and goes a little towards the winner. Pure functions. */
#ifndef VEDETTE_LAB_SPSA_H
#define VEDETTE_LAB_SPSA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct spsa_parameter {
    double min, most;  /* its range, both ends in it */
    double start;
    double step;         /* how far it is moved up and down in the last step; above 0 */
    bool whole;          /* whole numbers are tried, and come out */
};

struct spsa_terms {
    const struct spsa_parameter *parameters;
    size_t count;
    size_t steps;        /* in all: by them moves and gains shrink; 1 or more */
    double rate;         /* the last gain: of a step, how far a parameter goes for a result of 1; 0: as
                          * spsa_rate says */
    uint64_t seed;
};

/* The rate for so many steps: with it a parameter whose step up and down differ by 3.5 Elo gets within a
 * hundredth of where it belongs, over all steps. Never above a half. */
double spsa_rate(size_t steps);

/* The values to begin with. */
void spsa_start(const struct spsa_terms *terms, double *values);

/* What is tried in step `step`, 0 .. terms->steps - 1: values on both sides of `values`, in their ranges.
 * The same for the same seed and step. */
void spsa_propose(const struct spsa_terms *terms, size_t step, const double *values, double *plus,
                  double *minus);

/* Moves the values by what came of that step: wins less losses a game of `plus` against `minus`, -1 to 1. */
void spsa_take(const struct spsa_terms *terms, size_t step, double result, double *values);

/* A value as it is played and told: rounded where the parameter is whole. */
double spsa_rounded(const struct spsa_parameter *parameter, double value);

#endif
