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
    bool clipped = advantage > 0 ? ratio > 1 + clip : ratio < 1 - clip;
    if (clipped)
        return;
    for (size_t a = 0; a < count; a++)
        if (legal[a])
            gradient[a] -= (float)(weight * advantage * ratio * ((a == action) - (double)policy[a]));
}

static int descending(const void *left, const void *right)
{
    double one = *(const double *)left, other = *(const double *)right;
    return (one < other) - (one > other);
}

size_t ppo_filter(const double *advantages, size_t count, double share, double min, uint8_t *keep)
{
    size_t most = (size_t)ceil(share * (double)count), above = 0, kept = 0;
    double *sorted = memory_new(count + 1, sizeof *sorted), limit = INFINITY;
    for (size_t i = 0; i < count; i++)
        sorted[i] = fabs(advantages[i]);
    qsort(sorted, count, sizeof *sorted, descending);
    if (most)
        limit = sorted[most - 1];
    while (above < count && sorted[above] > limit)
        above++;
    size_t ties = most ? most - above : 0; /* so many of those equal to the limit */
    for (size_t i = 0; i < count; i++) {
        double size = fabs(advantages[i]);
        bool chosen = size > limit || (size == limit && ties > 0 && ties--);
        keep[i] = chosen && size >= min;
        kept += keep[i];
    }
    free(sorted);
    return kept;
}
