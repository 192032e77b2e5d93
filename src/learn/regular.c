/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/regular.h"

#include "net/exponential.h"

#include <math.h>

const struct regular_phase regular_paper[REGULAR_PAPER_PHASES] = {{10000, 101}, {100000, 65}, {35000, 0}};

struct regular_moment regular_at(const struct regular_phase *phases, size_t count, uint64_t step)
{
    struct regular_moment moment = {0};
    size_t phase = 0;
    for (; phase + 1 < count && step >= phases[phase].size * phases[phase].count; phase++) {
        step -= phases[phase].size * phases[phase].count;
        moment.iteration += phases[phase].count;
    }
    uint64_t size = phases[phase].size;
    moment.iteration += step / size;
    moment.step = step % size;
    moment.alpha = fmin(1, 2 * (double)moment.step / (double)size);
    moment.last = moment.step + 1 == size;
    return moment;
}

void regular_log_mix(size_t count, const uint8_t *legal, const float *policy, double floor,
                     float *log_policy)
{
    double choices = 0;
    for (size_t a = 0; a < count; a++)
        choices += legal[a] != 0;
    for (size_t a = 0; a < count; a++)
        if (legal[a])
            log_policy[a] = net_log((float)(floor / choices + (1 - floor) * (double)policy[a]));
}

double regular_log_ratios(size_t count, const uint8_t *legal, const float *log_policy,
                          const float *log_regular, const float *log_before, double alpha, double *log_ratio)
{
    double mean = 0;
    for (size_t a = 0; a < count; a++) {
        log_ratio[a] = 0;
        if (!legal[a])
            continue;
        log_ratio[a] = (double)log_policy[a] - alpha * (double)log_regular[a] -
                       (1 - alpha) * (double)log_before[a];
        mean += (double)net_exp(log_policy[a]) * log_ratio[a];
    }
    return mean;
}
