/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One step of magnetic mirror descent (Sokota et al. 2023) from a policy, in closed form. */
#ifndef VEDETTE_POLICY_MIRROR_STEP_H
#define VEDETTE_POLICY_MIRROR_STEP_H

#include <stddef.h>
#include <stdint.h>

/* Computes the policy that maximises sum policy x values - KL(policy || start) / rate
 * - pull x KL(policy || magnet). Its logarithm is, up to a constant,
 * (log_start + rate values + rate pull log_magnet) / (1 + rate pull). `policy` is 0 for actions that are not
 * legal.
 *   log_magnet  NULL: uniform over the legal actions
 *   rate  step length, >= 0;  pull  weight of the magnet, >= 0 */
void mirror_step(size_t count, const uint8_t *legal, const double *values, const float *log_start,
                 const float *log_magnet, double rate, double pull, float *policy);

#endif
