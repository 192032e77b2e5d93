/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "softmax_slopes.h"

#include "game/square.h"
#include "net/softmax.h"

#include <assert.h>

void softmax_back(const float *probability, const float *probability_gradient, size_t count,
                  float *logit_gradient)
{
    float mean = 0;
    for (size_t i = 0; i < count; i++)
        if (probability[i] > 0)
            mean += probability[i] * probability_gradient[i];
    for (size_t i = 0; i < count; i++)
        if (probability[i] > 0)
            logit_gradient[i] += probability[i] * (probability_gradient[i] - mean);
}

float softmax_loss(const float *logit, const uint8_t *legal, const float *target, size_t count, float weight,
                   float *logit_gradient)
{
    float probability[SQUARES], log_probability[SQUARES], loss = 0, total = 0;
    assert(count <= SQUARES);
    softmax(logit, legal, count, probability, log_probability);
    for (size_t i = 0; i < count; i++)
        if (!legal || legal[i]) {
            loss -= target[i] * log_probability[i];
            total += target[i];
        }
    for (size_t i = 0; i < count; i++)
        if (!legal || legal[i])
            logit_gradient[i] += weight * (total * probability[i] - target[i]);
    return loss;
}
