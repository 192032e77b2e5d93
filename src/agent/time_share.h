/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How an agent divides the time of its clock among its moves. */
#ifndef VEDETTE_AGENT_TIME_SHARE_H
#define VEDETTE_AGENT_TIME_SHARE_H

#include "agent/agent.h"

/* Time limits of a move, in seconds. Both are 0 if the clock has no time to spare: the agent must move at
 * once. */
struct time_share {
    double soft; /* average time for a move */
    double hard; /* max time for a move */
};

/* Returns the limits of the next move, for a clock with `clock` seconds left and an `increment` in seconds
 * for each move, after `moves` own moves. A reserve is left for delays: on a busy machine a move sometimes
 * takes some milliseconds more, and a game may last hundreds of moves. */
struct time_share time_share(double clock, double increment, uint32_t moves);

/* Computes the limits of a move after `moves` own moves: the lower ones of the request's limits and of the
 * clock's share (0: no limit). False if the clock has no time to spare; *limits are then those of the request
 * alone. */
bool time_limits_of_move(const struct think *think, uint32_t moves, struct time_share *limits);

#endif
