/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "net/adam.h"

#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

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

static double cut_off(const struct adam_options *options, float *gradient, size_t count)
{
    const float most = (float)options->clip_value;
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += (double)gradient[i] * (double)gradient[i];
    double norm = sqrt(sum);
    if (options->clip_norm > 0 && norm > options->clip_norm) {
        const float factor = (float)(options->clip_norm / norm);
        for (size_t i = 0; i < count; i++)
            gradient[i] *= factor;
    }
    for (size_t i = 0; i < count && most > 0; i++)
        gradient[i] = gradient[i] > most ? most : gradient[i] < -most ? -most : gradient[i];
    return norm;
}

/* base^exponent, by squaring: the same on every machine. */
static double power(double base, uint64_t exponent)
{
    double result = 1;
    for (; exponent > 0; exponent >>= 1, base *= base)
        if (exponent & 1)
            result *= base;
    return result;
}

double adam_step(struct adam *adam, struct net *net, float *gradient)
{
    const struct adam_options *options = &adam->options;
    assert(adam->count == net->weights);
    double norm = cut_off(options, gradient, adam->count);
    adam->step++;
    const float beta1 = (float)options->beta1, beta2 = (float)options->beta2;
    const float rate = (float)(options->rate / (1 - power(options->beta1, adam->step)));
    const float scale = (float)(1 / sqrt(1 - power(options->beta2, adam->step)));
    const float epsilon = (float)options->epsilon, keep = (float)(1 - options->rate * options->decay);
    for (size_t i = 0; i < adam->count; i++) {
        float g = gradient[i], mean = beta1 * adam->mean[i] + (1 - beta1) * g;
        float square = beta2 * adam->square[i] + (1 - beta2) * g * g;
        adam->mean[i] = mean;
        adam->square[i] = square;
        net->weight[i] = keep * net->weight[i] - rate * mean / (sqrtf(square) * scale + epsilon);
    }
    net_changed(net);
    return norm;
}
