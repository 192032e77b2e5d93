/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proximal policy optimisation (Schulman et al. 2017): the clipped gradient of one decision, and which
 * decisions of a batch to learn from. */
#ifndef VEDETTE_LEARN_PPO_H
#define VEDETTE_LEARN_PPO_H

#include <stddef.h>
#include <stdint.h>

/* Adds the gradient with respect to the logits of the loss to minimise, weight x -min(ratio x advantage,
 * clipped ratio x advantage), in which ratio is policy[action] / behaviour, and the clipped ratio is in 1
 * - clip .. 1 + clip.
 *   policy     `count` probabilities, 0 where legal[a] is 0
 *   behaviour  the probability of the action when it was chosen, > 0
 *   clip       > 0; INFINITY: a plain policy gradient with importance weights */
void ppo_gradient(size_t count, const uint8_t *legal, const float *policy, size_t action, double behaviour,
                  double advantage, double clip, double weight, float *gradient);

/* Selects the decisions that matter most (advantage filtering, Sokota et al. 2026). Sets keep[i] to 1 for the
 * share `share` of the decisions with the largest |advantage|, but only if |advantage| is `min` or more; sets
 * it to 0 for all others. The share is rounded up to whole decisions; equal ones count in the order of the
 * batch. Returns how many are kept. `share`: 0 .. 1; `min`: >= 0. */
size_t ppo_filter(const double *advantages, size_t count, double share, double min, uint8_t *keep);

#endif
