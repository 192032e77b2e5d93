/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Magnets: policies that a learnt policy is drawn to by their KL divergence (magnetic mirror descent,
 * Sokota et al. 2023). A magnet may be uniform, which gives an entropy bonus, or an earlier policy; the
 * policy that produced the data serves as one too, which keeps steps short. policy/mirror_step.h has the
 * closed form of a whole step. */
#ifndef VEDETTE_LEARN_MAGNET_H
#define VEDETTE_LEARN_MAGNET_H

#include <stddef.h>
#include <stdint.h>

/* KL(policy || magnet) over the legal actions, in nats, >= 0 up to rounding. Adds weight x its gradient
 * with respect to the logits of the policy. `log_magnet` may be NULL: uniform over the legal actions. */
double magnet_gradient(size_t count, const uint8_t *legal, const float *policy, const float *log_policy,
                       const float *log_magnet, double weight, float *gradient);

#endif
