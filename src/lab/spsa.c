/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/spsa.h"

#include "base/rng.h"

#include <math.h>

/* The exponents by which gains and changes shrink, as Spall recommends (1998, III.B). */
#define GAIN_EXPONENT 0.602
#define MOVE_EXPONENT 0.101

/* The stability constant: a tenth of all steps (the same place). */
#define STABILITY 0.1

double spsa_rate(size_t steps)
{
    /* A step moves a parameter that is u units of `step` from its optimum by 4 h u rate units. h is the cost
     * of a change by one unit in wins minus losses per game: 0.01 for 3.5 Elo. Over all steps the distance
     * shrinks by the factor exp(-4 h rate steps), here exp(-4.6) = 1/100: rate = 4.6 / (4 h steps). */
    double rate = 115 / (double)steps;
    return rate < 0.5 ? rate : 0.5;
}

void spsa_start(const struct spsa_terms *terms, double *values)
{
    for (size_t i = 0; i < terms->count; i++)
        values[i] = terms->parameters[i].start;
}

/* Returns by how much parameter `i` is changed in a step. The distance falls from step to step, and is the
 * parameter's `step` in the last one. */
static double move_of(const struct spsa_terms *terms, size_t step, size_t i)
{
    double ratio = (double)terms->steps / (double)(step + 1);
    return terms->parameters[i].step * pow(ratio, MOVE_EXPONENT);
}

/* Starts the random numbers of a step: the sign of each parameter, then the rounding of integers. So
 * spsa_take finds the signs that spsa_propose drew. */
static void start_random(const struct spsa_terms *terms, size_t step, struct rng *rng)
{
    rng_seed(rng, terms->seed, step);
}

/* Returns +1 or -1 with equal probability. */
static double random_sign(struct rng *rng)
{
    return rng_next(rng) >> 63 ? 1 : -1;
}

/* Returns the value limited to the parameter's range. */
static double bounded(const struct spsa_parameter *parameter, double value)
{
    return value < parameter->min ? parameter->min : value > parameter->max ? parameter->max : value;
}

void spsa_propose(const struct spsa_terms *terms, size_t step, const double *values, double *plus,
                  double *minus)
{
    struct rng rng;
    start_random(terms, step, &rng);
    for (size_t i = 0; i < terms->count; i++)
        plus[i] = random_sign(&rng);
    for (size_t i = 0; i < terms->count; i++) {
        const struct spsa_parameter *parameter = &terms->parameters[i];
        double move = plus[i] * move_of(terms, step, i);
        /* Rounds up with the probability of the fractional part, so that small changes have an effect on
         * average. */
        double up = rng_unit(&rng);
        plus[i] = bounded(parameter, values[i] + move);
        minus[i] = bounded(parameter, values[i] - move);
        if (parameter->whole) {
            plus[i] = bounded(parameter, floor(plus[i] + up));
            minus[i] = bounded(parameter, floor(minus[i] + up));
        }
    }
}

void spsa_take(const struct spsa_terms *terms, size_t step, double result, double *values)
{
    struct rng rng;
    start_random(terms, step, &rng);
    /* The gain for a result of 1, in units of this step's change. */
    double stability = STABILITY * (double)terms->steps;
    double last = terms->rate > 0 ? terms->rate : spsa_rate(terms->steps);
    double ratio = (stability + (double)terms->steps) / (stability + (double)(step + 1));
    /* SPSA divides the gain by the square of the change; this cancels the shrinking of the changes. */
    double square_of_change = pow((double)terms->steps / (double)(step + 1), 2 * MOVE_EXPONENT);
    double gain = last * pow(ratio, GAIN_EXPONENT) / square_of_change;
    for (size_t i = 0; i < terms->count; i++) {
        double change = random_sign(&rng) * gain * move_of(terms, step, i) * result;
        values[i] = bounded(&terms->parameters[i], values[i] + change);
    }
}

double spsa_rounded(const struct spsa_parameter *parameter, double value)
{
    return parameter->whole ? bounded(parameter, floor(value + 0.5)) : value;
}
