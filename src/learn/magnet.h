/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Magnets: a penalty on the KL divergence pulls the learnt policy towards another policy, the magnet
 * (magnetic mirror descent, Sokota et al. 2023). The magnet may be uniform, which gives an entropy bonus, or
 * an earlier policy. The policy that produced the data can also be a magnet, which keeps the steps small.
 * policy/mirror_step.h has the closed form of a whole step. */
#ifndef VEDETTE_LEARN_MAGNET_H
#define VEDETTE_LEARN_MAGNET_H

#include <stddef.h>
#include <stdint.h>

/* Returns KL(policy || magnet) over the legal actions, in nats, >= 0 up to rounding. Adds to `gradient` its
 * gradient with respect to the logits of the policy, times `weight`. `log_magnet` may be NULL: uniform over
 * the legal actions. */
double magnet_gradient(size_t count, const uint8_t *legal, const float *policy, const float *log_policy,
                       const float *log_magnet, double weight, float *gradient);

#endif
