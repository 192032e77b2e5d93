/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/ppo.h"

#include "base/memory.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

void ppo_gradient(size_t count, const uint8_t *legal, const float *policy, size_t action, double behaviour,
                  double advantage, double clip, double weight, float *gradient)
{
    double ratio = (double)policy[action] / behaviour;
    /* The ratio has moved beyond the limit in the direction of the advantage: min() is constant there. */
    bool clipped = advantage > 0 ? ratio > 1 + clip : ratio < 1 - clip;
    if (clipped)
        return;
    /* The derivative of the ratio by logit a is ratio x ((a == action) - policy[a]). */
    for (size_t a = 0; a < count; a++)
        if (legal[a])
            gradient[a] -= (float)(weight * advantage * ratio * ((a == action) - (double)policy[a]));
}

/* Orders numbers from the largest to the smallest; for qsort. */
static int descending(const void *left, const void *right)
{
    double one = *(const double *)left, other = *(const double *)right;
    return (one < other) - (one > other);
}

size_t ppo_filter(const double *advantages, size_t count, double share, double min, uint8_t *keep)
{
    size_t max_kept = (size_t)ceil(share * (double)count), larger = 0, kept_count = 0;
    double *sorted = memory_new(count + 1, sizeof *sorted), limit = INFINITY;
    /* The limit: the smallest magnitude that is kept. Of those equal to it only some may be kept. */
    for (size_t i = 0; i < count; i++)
        sorted[i] = fabs(advantages[i]);
    qsort(sorted, count, sizeof *sorted, descending);
    if (max_kept)
        limit = sorted[max_kept - 1];
    while (larger < count && sorted[larger] > limit)
        larger++;
    size_t ties = max_kept ? max_kept - larger : 0; /* how many of those equal to the limit are kept */
    for (size_t i = 0; i < count; i++) {
        double magnitude = fabs(advantages[i]);
        bool chosen = magnitude > limit || (magnitude == limit && ties > 0 && ties--);
        keep[i] = chosen && magnitude >= min;
        kept_count += keep[i];
    }
    free(sorted);
    return kept_count;
}
