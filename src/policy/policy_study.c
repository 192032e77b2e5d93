/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "policy/policy_study.h"

#include <math.h>

const char *const policy_stage_name[POLICY_STAGES] = {
    [POLICY_NETWORK] = "network",     [POLICY_EAGERNESS] = "eagerness", [POLICY_MEMORY] = "memory",
    [POLICY_LOSSES] = "losses",       [POLICY_THRESHOLD] = "threshold", [POLICY_QUANTA] = "quanta",
    [POLICY_THREATS] = "threats",     [POLICY_BOUNDS] = "bounds",       [POLICY_SEARCH] = "search",
};

int policy_study_dropped(const struct policy_study *study, enum policy_stage stage, double *share)
{
    int dropped = 0;
    *share = 0;
    for (int i = 0; i < study->count && stage > POLICY_NETWORK; i++)
        if (study->probability[stage][i] <= 0 && study->probability[stage - 1][i] > 0) {
            *share += (double)study->probability[stage - 1][i];
            dropped++;
        }
    return dropped;
}

double policy_study_moved(const struct policy_study *study, enum policy_stage stage)
{
    double moved = 0;
    for (int i = 0; i < study->count && stage > POLICY_NETWORK; i++)
        moved += fabs((double)study->probability[stage][i] - (double)study->probability[stage - 1][i]);
    return moved / 2;
}

/* Returns whether move `a` comes before move `b` in the order of policy_study_order. */
static bool comes_first(const struct policy_study *study, int a, int b)
{
    const float *end = study->probability[POLICY_STAGES - 1], *start = study->probability[POLICY_NETWORK];
    return end[a] > end[b] || (end[a] >= end[b] && start[a] > start[b]);
}

void policy_study_order(const struct policy_study *study, int order[MOVES_MAX])
{
    for (int i = 0; i < study->count; i++) {
        int place = i;
        for (; place > 0 && comes_first(study, i, order[place - 1]); place--)
            order[place] = order[place - 1];
        order[place] = i;
    }
}
