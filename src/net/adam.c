/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "net/adam.h"

#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = 4 }; /* floats of a vector that every processor has */

typedef float lanes __attribute__((vector_size(LANES * sizeof(float))));
typedef int32_t lane_bits __attribute__((vector_size(LANES * sizeof(float))));

const struct adam_options adam_defaults = {.rate = 0.001, .beta1 = 0.9, .beta2 = 0.999, .epsilon = 1e-8};

struct adam *adam_new(size_t count, const struct adam_options *options)
{
    struct adam *adam = memory_new(1, sizeof *adam);
    *adam = (struct adam){.options = *options, .count = count};
    adam->mean = memory_new(count + 1, sizeof *adam->mean);
    adam->square = memory_new(count + 1, sizeof *adam->square);
    return adam;
}

void adam_free(struct adam *adam)
{
    if (!adam)
        return;
    free(adam->mean);
    free(adam->square);
    free(adam);
}

/* Scales a gradient to clip_norm if its norm is larger, then clips each number to +-clip_value. Returns the
 * norm before. */
static double clip_gradient(const struct adam_options *options, float *gradient, size_t count)
{
    const float limit = (float)options->clip_value;
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += (double)gradient[i] * (double)gradient[i];
    double norm = sqrt(sum);
    if (options->clip_norm > 0 && norm > options->clip_norm) {
        const float factor = (float)(options->clip_norm / norm);
        for (size_t i = 0; i < count; i++)
            gradient[i] *= factor;
    }
    for (size_t i = 0; i < count && limit > 0; i++)
        gradient[i] = gradient[i] > limit ? limit : gradient[i] < -limit ? -limit : gradient[i];
    return norm;
}

/* Returns base^exponent by repeated squaring: the same bits on every machine, unlike pow. */
static double power(double base, uint64_t exponent)
{
    double result = 1;
    for (; exponent > 0; exponent >>= 1, base *= base)
        if (exponent & 1)
            result *= base;
    return result;
}

void adam_begin(struct adam *adam)
{
    adam->step++;
}

/* The numbers of a step that are the same for all weights. keep: 1 - rate x decay, the factor of the weight;
 * scale: bias correction of the root of the mean square; rate: includes the correction of the mean. */
struct adam_factors {
    float beta1, beta2, keep, rate, scale, epsilon;
};

/* Computes the factors of the current step. The running means start at 0, so after t steps they are too small
 * by the factor 1 - beta^t. */
static struct adam_factors find_factors(const struct adam *adam)
{
    const struct adam_options *options = &adam->options;
    double mean = 1 - power(options->beta1, adam->step), square = 1 - power(options->beta2, adam->step);
    /* If `inner` is set, the root is of the uncorrected mean, so its correction goes into the rate. */
    return (struct adam_factors){
        .beta1 = (float)options->beta1, .beta2 = (float)options->beta2,
        .keep = 1 - (float)(options->rate * options->decay),
        .rate = (float)(options->inner ? options->rate * sqrt(square) / mean : options->rate / mean),
        .scale = (float)(1 / sqrt(square)),
        .epsilon = (float)options->epsilon,
    };
}

/* Computes 1 / sqrt(x) of positive numbers: Newton's method from a first guess by the bits of x. */
static inline lanes inverse_root(lanes x)
{
    /* The shift halves the exponent; the constant negates it, with its offset, and gives a small error. */
    lanes y = (lanes)(0x5f3759df - ((lane_bits)x >> 1)), half = 0.5f * x;
    for (int i = 0; i < 3; i++)
        y *= 1.5f - half * y * y;
    return y;
}

/* Makes the step of Adam for `used` weights, at most LANES, with the option `inner`: epsilon is inside the
 * root. */
static inline void step_some(const struct adam_factors *factors, size_t used, const float *gradient,
                             float *weight, float *mean, float *square)
{
    const float beta1 = factors->beta1, beta2 = factors->beta2;
    lanes w = {0}, g = {0}, m = {0}, s = {0}; /* weight, gradient, running means; lanes not used are 0 */
    memcpy(&w, weight, used * sizeof *weight);
    memcpy(&g, gradient, used * sizeof *weight);
    memcpy(&m, mean, used * sizeof *weight);
    memcpy(&s, square, used * sizeof *weight);
    m = beta1 * m + (1 - beta1) * g;
    s = beta2 * s + (1 - beta2) * g * g;
    w = factors->keep * w - factors->rate * m * inverse_root(s + factors->epsilon);
    memcpy(weight, &w, used * sizeof *weight);
    memcpy(mean, &m, used * sizeof *weight);
    memcpy(square, &s, used * sizeof *weight);
}

/* Makes the step of Adam for `count` weights with the option `inner`: epsilon is inside the root. */
static void step_inner(const struct adam_factors *factors, size_t count, const float *gradient, float *weight,
                       float *mean, float *square)
{
    size_t i = 0;
    for (; i + LANES <= count; i += LANES)
        step_some(factors, LANES, gradient + i, weight + i, mean + i, square + i);
    if (i < count)
        step_some(factors, count - i, gradient + i, weight + i, mean + i, square + i);
}

/* Takes the step for `count` weights without `inner`: epsilon is added to the root. */
static void step_outer(const struct adam_factors *factors, size_t count, const float *gradient, float *weight,
                       float *mean, float *square)
{
    const float beta1 = factors->beta1, beta2 = factors->beta2;
    for (size_t i = 0; i < count; i++) {
        float g = gradient[i];
        mean[i] = beta1 * mean[i] + (1 - beta1) * g;
        square[i] = beta2 * square[i] + (1 - beta2) * g * g;
        weight[i] = factors->keep * weight[i] -
                    factors->rate * mean[i] / (sqrtf(square[i]) * factors->scale + factors->epsilon);
    }
}

void adam_step_part(struct adam *adam, struct net *net, const float *gradient, size_t at, size_t count)
{
    struct adam_factors factors = find_factors(adam);
    assert(adam->count == net->weights && at + count <= adam->count && adam->step > 0);
    if (adam->options.inner)
        step_inner(&factors, count, gradient + at, net->weight + at, adam->mean + at, adam->square + at);
    else
        step_outer(&factors, count, gradient + at, net->weight + at, adam->mean + at, adam->square + at);
}

double adam_step(struct adam *adam, struct net *net, float *gradient)
{
    double norm = clip_gradient(&adam->options, gradient, adam->count);
    adam_begin(adam);
    adam_step_part(adam, net, gradient, 0, adam->count);
    net_changed(net);
    return norm;
}
