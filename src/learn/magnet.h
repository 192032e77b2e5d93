/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Magnets: policies that a learnt policy is drawn to by their KL divergence (magnetic mirror descent,
 * Sokota et al. 2023). A magnet may be uniform, which gives an entropy bonus, or an earlier policy; the
 * policy that produced the data serves as one too, which keeps steps short. */
#ifndef VEDETTE_LEARN_MAGNET_H
#define VEDETTE_LEARN_MAGNET_H

#include <stddef.h>
#include <stdint.h>

/* KL(policy || magnet) over the legal actions, in nats, >= 0 up to rounding. Adds weight x its gradient
 * with respect to the logits of the policy. `log_magnet` may be NULL: uniform over the legal actions. */
double magnet_gradient(size_t count, const uint8_t *legal, const float *policy, const float *log_policy,
                       const float *log_magnet, double weight, float *gradient);

/* The closed form of one step of magnetic mirror descent with exact action values: the policy that maximises
 * sum policy x values - KL(policy || start) / rate - pull x KL(policy || magnet). Fills `policy`.
 *   rate  step length, > 0;  pull  weight of the magnet, >= 0 */
void magnet_step(size_t count, const uint8_t *legal, const double *values, const float *log_start,
                 const float *log_magnet, double rate, double pull, float *policy);

#endif
