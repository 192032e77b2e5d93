/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Masked softmax: the probabilities of those choices that are legal, from logits. */
#ifndef VEDETTE_NET_SOFTMAX_H
#define VEDETTE_NET_SOFTMAX_H

#include <stddef.h>
#include <stdint.h>

/* Probabilities of `count` choices from their logits; 0 where legal[i] is 0. `legal` may be NULL: all are.
 * At least one is legal. `log_probability` may be NULL; of illegal choices it is 0. The arrays may be the
 * same as `logit`. */
void softmax(const float *logit, const uint8_t *legal, size_t count, float *probability,
             float *log_probability);

/* The logarithm of a uniform policy over the legal choices, of which there is one at least. */
double softmax_log_uniform(const uint8_t *legal, size_t count);

/* Adds to logit_gradient the gradient with respect to the logits of a loss whose gradient with respect to the
 * probabilities is given: p_i (g_i - sum_j p_j g_j). Illegal choices have probability 0, and get nothing. */
void softmax_back(const float *probability, const float *probability_gradient, size_t count,
                  float *logit_gradient);

/* The cross-entropy of softmax(logit) with the distribution `target` over legal choices, in nats. Adds
 * `weight` x its gradient to logit_gradient, which may be NULL. */
float softmax_loss(const float *logit, const uint8_t *legal, const float *target, size_t count, float weight,
                   float *logit_gradient);

#endif
