/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gradients of losses with respect to the logits of a masked softmax (net/softmax.h). */
#ifndef VEDETTE_TESTS_SOFTMAX_SLOPES_H
#define VEDETTE_TESTS_SOFTMAX_SLOPES_H

#include <stddef.h>
#include <stdint.h>

/* Adds to logit_gradient the gradient of a loss with respect to the logits, from its gradient with respect to
 * the probabilities: p_i (g_i - sum_j p_j g_j). Illegal choices have probability 0 and get nothing. */
void softmax_back(const float *probability, const float *probability_gradient, size_t count,
                  float *logit_gradient);

/* Returns the cross-entropy of softmax(logit) and the distribution `target` over the legal choices, in nats.
 * Adds `weight` x its gradient to logit_gradient. At most SQUARES choices. */
float softmax_loss(const float *logit, const uint8_t *legal, const float *target, size_t count, float weight,
                   float *logit_gradient);

#endif
