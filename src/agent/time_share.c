/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agent/time_share.h"

/* Seconds on the clock that no move may use. */
static const double reserve_seconds = 0.3;

/* Games of agents last 130 to 280 own moves. The clock is divided among the remaining ones of 160 moves,
 * but among at least 60. */
static const double usual_moves = 160, min_moves = 60;

struct time_share time_share(double clock, double increment, uint32_t moves)
{
    double spare = clock - reserve_seconds, remaining_moves = usual_moves - moves;
    if (spare <= 0)
        return (struct time_share){0};
    remaining_moves = remaining_moves > min_moves ? remaining_moves : min_moves;
    double soft = spare / remaining_moves + 0.8 * increment; /* the rest refills the clock */
    soft = soft < spare / 2 ? soft : spare / 2;
    double hard = 2 * soft < spare / 2 ? 2 * soft : spare / 2;
    return (struct time_share){.soft = soft, .hard = hard};
}

bool time_limits_of_move(const struct think *think, uint32_t moves, struct time_share *limits)
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
