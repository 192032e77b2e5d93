/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/neurd.h"

#include <math.h>

const struct neurd_options neurd_paper = {.beta = 2, .clip = 10000};

/* Returns the force on one logit: the clipped advantage, or 0 if it would move the logit further away than
 * beta. `offset`: the logit minus the mean of the legal logits. */
static double logit_force(const struct neurd_options *options, double advantage, double offset)
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
    /* Means over the legal actions: of the logits, of the values under the policy, and of the forces. */
    double centre = 0, value = 0, mean_force = 0;
    size_t choices = 0;
    for (size_t a = 0; a < count; a++)
        if (legal[a]) {
            centre += (double)logits[a];
            value += (double)policy[a] * values[a];
            choices++;
        }
    centre /= (double)choices;
    /* A change of one logit also changes the mean of the logits, so the gradient of each logit is its force
     * minus the mean of the forces. */
    for (size_t a = 0; a < count; a++)
        if (legal[a])
            mean_force +=
                logit_force(options, values[a] - value, (double)logits[a] - centre) / (double)choices;
    for (size_t a = 0; a < count; a++)
        if (legal[a]) {
            double force = logit_force(options, values[a] - value, (double)logits[a] - centre);
            gradient[a] -= (float)(weight * (force - mean_force));
        }
}
