/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/neurd.h"

#include <math.h>

const struct neurd_options neurd_paper = {.beta = 2, .clip = 10000};

/* The force on one logit, which is `offset` from the mean of the legal ones. */
static double force_of(const struct neurd_options *options, double advantage, double offset)
{
    double force = fmax(-options->clip, fmin(options->clip, advantage));
    if (force > 0 ? offset >= options->beta : offset <= -options->beta)
        return 0;
    return force;
}

void neurd_gradient(const struct neurd_options *options, size_t count, const uint8_t *legal,
                    const float *logits, const float *policy, const double *values, double weight,
                    float *gradient)
{
    double centre = 0, value = 0, mean = 0;
    size_t choices = 0;
    for (size_t a = 0; a < count; a++)
        if (legal[a]) {
            centre += (double)logits[a];
            value += (double)policy[a] * values[a];
            choices++;
        }
    centre /= (double)choices;
    /* Each logit moves their mean, too: in the gradient the mean of the forces comes off. */
    for (size_t a = 0; a < count; a++)
        if (legal[a])
            mean += force_of(options, values[a] - value, (double)logits[a] - centre) / (double)choices;
    for (size_t a = 0; a < count; a++)
        if (legal[a])
            gradient[a] -= (float)(weight * (force_of(options, values[a] - value,
                                                      (double)logits[a] - centre) - mean));
}
