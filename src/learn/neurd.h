/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Neural replicator dynamics (NeuRD; Hennes et al. 2020): the gradient of a policy's logits by the
 * advantages of all actions. Unlike a policy gradient it is not weighted by the policy, so that rare
 * actions learn as fast as others. */
#ifndef VEDETTE_LEARN_NEURD_H
#define VEDETTE_LEARN_NEURD_H

#include <stddef.h>
#include <stdint.h>

struct neurd_options {
    /* a logit whose distance from the mean of the legal ones is larger is not moved further away; > 0 */
    double beta;
    double clip;  /* advantages are clipped to -clip .. clip; > 0 */
};

/* Table 2 of Perolat et al. 2022: beta 2, clip 10,000. */
extern const struct neurd_options neurd_paper;

/* Adds the gradient with respect to the logits of the loss to minimise, weight x -sum over the legal actions
 * of force x (logit - mean of the legal logits). Each force is a constant: the action value minus the
 * policy's mean, cut off, and 0 if beta forbids it. Illegal actions get nothing and enter no mean.
 *   logits, policy, values   `count` numbers; values in units of reward, to the acting player */
void neurd_gradient(const struct neurd_options *options, size_t count, const uint8_t *legal,
                    const float *logits, const float *policy, const double *values, double weight,
                    float *gradient);

#endif
