/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agent/time_share.h"

/* Seconds. */
static const double reserve = 0.3;

/* Games of agents last 130 to 280 own moves. The time left is shared among those that are left of the first
 * 160, and never among fewer than 60. */
static const double moves_usual = 160, moves_min = 60;

struct time_share time_share(double clock, double increment, uint32_t moves)
{
    double spare = clock - reserve, left = moves_usual - moves;
    if (spare <= 0)
        return (struct time_share){0};
    left = left > moves_min ? left : moves_min;
    double soft = spare / left + 0.8 * increment;
    soft = soft < spare / 2 ? soft : spare / 2;
    double hard = 2 * soft < spare / 2 ? 2 * soft : spare / 2;
    return (struct time_share){.soft = soft, .hard = hard};
}

bool time_limits(const struct think *think, uint32_t moves, struct time_share *limits)
{
    *limits = (struct time_share){.soft = think->soft_seconds, .hard = think->hard_seconds};
    if (!think->has_clock)
        return true;
    struct time_share share = time_share(think->clock, think->increment, moves);
    if (share.hard <= 0)
        return false;
    if (limits->soft <= 0 || share.soft < limits->soft)
        limits->soft = share.soft;
    if (limits->hard <= 0 || share.hard < limits->hard)
        limits->hard = share.hard;
    return true;
}
