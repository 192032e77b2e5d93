/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "observer/rank_evidence.h"

#include <math.h>

void rank_evidence_add(struct rank_evidence *evidence, int row, const double likelihood[RANKS],
                       const double p[RANKS])
{
    double sum = 0, weight = 0;
    for (int rank = 0; rank < RANKS; rank++) {
        if (likelihood[rank] <= 0)
            continue;
        sum += p[rank] * likelihood[rank];
        weight += p[rank];
    }
    if (sum <= 0)
        return;
    /* Relative to the mean likelihood (sum / weight), so that an average rank gets 0. */
    for (int rank = 0; rank < RANKS; rank++)
        if (likelihood[rank] > 0)
            evidence->log_ratio[row][rank] += log(likelihood[rank] * weight / sum);
}
