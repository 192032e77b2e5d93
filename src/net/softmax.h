/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Masked softmax: the probabilities of those choices that are legal, from logits. */
#ifndef VEDETTE_NET_SOFTMAX_H
#define VEDETTE_NET_SOFTMAX_H

#include <stddef.h>
#include <stdint.h>

/* Computes the probabilities of `count` choices from their logits. The probability is 0 if legal[i] is 0;
 * `legal` may be NULL: all are legal. At least one must be legal. `log_probability` may be NULL; for illegal
 * choices it is 0. The arrays may be the same as `logit`. */
void softmax(const float *logit, const uint8_t *legal, size_t count, float *probability,
             float *log_probability);

/* Returns the logarithm of the uniform policy over the legal choices; at least one must be legal. */
double softmax_log_uniform(const uint8_t *legal, size_t count);

#endif
