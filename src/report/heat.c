/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/heat.h"

#include <stdio.h>

void heat_digits(double probability, char digits[3])
{
    int percent = (int)(probability * 100 + 0.5);
    snprintf(digits, 3, "%02d", percent < 0 ? 0 : percent > 99 ? 99 : percent);
    if (percent > 99)
        snprintf(digits, 3, "!!");
}

int heat_level(double probability, double max)
{
    static const double min[HEAT_LEVELS - 1] = {0.15, 0.35, 0.6, 0.85};
    int level = 0;
    if (probability < 0.005)
        return 0;
    while (level < HEAT_LEVELS - 1 && probability >= min[level] * max)
        level++;
    return level;
}
