/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/magnet.h"

#include <math.h>

/* The logarithm of a uniform policy over the legal actions. */
static double log_uniform(size_t count, const uint8_t *legal)
{
    size_t choices = 0;
    for (size_t a = 0; a < count; a++)
        choices += legal[a] != 0;
    return -log((double)choices);
}

double magnet_gradient(size_t count, const uint8_t *legal, const float *policy, const float *log_policy,
                       const float *log_magnet, double weight, float *gradient)
{
    double divergence = 0, uniform = log_magnet ? 0 : log_uniform(count, legal);
    for (size_t a = 0; a < count; a++)
        if (legal[a])
            divergence += (double)policy[a] *
                          ((double)log_policy[a] - (log_magnet ? (double)log_magnet[a] : uniform));
    for (size_t a = 0; a < count; a++)
        if (legal[a]) {
            double ratio = (double)log_policy[a] - (log_magnet ? (double)log_magnet[a] : uniform);
            gradient[a] += (float)(weight * (double)policy[a] * (ratio - divergence));
        }
    return divergence;
}
