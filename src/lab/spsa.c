/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/spsa.h"

#include "base/rng.h"

#include <math.h>

/* The exponents that Spall recommends (1998, III.B), by which gains and moves shrink. */
#define GAIN_EXPONENT 0.602
#define MOVE_EXPONENT 0.101

/* The stability constant: a tenth of all steps (the same place). */
#define STABILITY 0.1

double spsa_rate(size_t steps)
{
    /* One step changes a parameter that is u steps off by 4 h u rate, where h, what a move of one step
     * costs in wins less losses, is 0.01 for 3.5 Elo: over all steps it shrinks by e to the 4 h rate
     * steps. */
    double rate = 115 / (double)steps;
    return rate < 0.5 ? rate : 0.5;
}

void spsa_start(const struct spsa_terms *terms, double *values)
{
    for (size_t i = 0; i < terms->count; i++)
        values[i] = terms->parameters[i].start;
}

/* Returns the distance by which parameter `i` is changed in a step. */
static double move_of(const struct spsa_terms *terms, size_t step, size_t i)
{
    double left = (double)terms->steps / (double)(step + 1);
    return terms->parameters[i].step * pow(left, MOVE_EXPONENT);
}

/* Starts the random numbers of a step: the sign of each parameter, then the rounding of integers. */
static void start_tosses(const struct spsa_terms *terms, size_t step, struct rng *rng)
{
    rng_seed(rng, terms->seed, step);
}

/* Returns +1 or -1 with equal probability. */
static double toss(struct rng *rng)
{
    return rng_next(rng) >> 63 ? 1 : -1;
}

/* Returns the value limited to the parameter's range. */
static double inside(const struct spsa_parameter *parameter, double value)
{
    return value < parameter->min ? parameter->min : value > parameter->most ? parameter->most : value;
}

void spsa_propose(const struct spsa_terms *terms, size_t step, const double *values, double *plus,
                  double *minus)
{
    struct rng rng;
    start_tosses(terms, step, &rng);
    for (size_t i = 0; i < terms->count; i++)
        plus[i] = toss(&rng);
    for (size_t i = 0; i < terms->count; i++) {
        const struct spsa_parameter *parameter = &terms->parameters[i];
        double move = plus[i] * move_of(terms, step, i);
        /* Whole numbers are rounded up as often as the value is near to the next one, so that small steps
         * are felt on the mean. */
        double up = rng_unit(&rng);
        plus[i] = inside(parameter, values[i] + move);
        minus[i] = inside(parameter, values[i] - move);
        if (parameter->whole) {
            plus[i] = inside(parameter, floor(plus[i] + up));
            minus[i] = inside(parameter, floor(minus[i] + up));
        }
    }
}

void spsa_take(const struct spsa_terms *terms, size_t step, double result, double *values)
{
    struct rng rng;
    start_tosses(terms, step, &rng);
    /* How much of such a move it goes for a result of 1. */
    double stability = STABILITY * (double)terms->steps;
    double last = terms->rate > 0 ? terms->rate : spsa_rate(terms->steps);
    double left = (stability + (double)terms->steps) / (stability + (double)(step + 1));
    /* The gain of the value itself is gain / move^2: the moves' own shrinking is taken out again. */
    double moves = pow((double)terms->steps / (double)(step + 1), 2 * MOVE_EXPONENT);
    double gain = last * pow(left, GAIN_EXPONENT) / moves;
    for (size_t i = 0; i < terms->count; i++) {
        double way = toss(&rng) * gain * move_of(terms, step, i) * result;
        values[i] = inside(&terms->parameters[i], values[i] + way);
    }
}

double spsa_rounded(const struct spsa_parameter *parameter, double value)
{
    return parameter->whole ? inside(parameter, floor(value + 0.5)) : value;
}
