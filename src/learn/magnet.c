/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/magnet.h"

#include "net/softmax.h"

double magnet_gradient(size_t count, const uint8_t *legal, const float *policy, const float *log_policy,
                       const float *log_magnet, double weight, float *gradient)
{
    double divergence = 0, uniform = log_magnet ? 0 : softmax_log_uniform(legal, count);
    for (size_t a = 0; a < count; a++)
        if (legal[a])
            divergence += (double)policy[a] *
                          ((double)log_policy[a] - (log_magnet ? (double)log_magnet[a] : uniform));
    /* The derivative of the divergence by a logit is policy x (log ratio - divergence). */
    for (size_t a = 0; a < count; a++)
        if (legal[a]) {
            double log_ratio = (double)log_policy[a] - (log_magnet ? (double)log_magnet[a] : uniform);
            gradient[a] += (float)(weight * (double)policy[a] * (log_ratio - divergence));
        }
    return divergence;
}
