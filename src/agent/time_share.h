/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How an agent shares out the time of its clock. */
#ifndef VEDETTE_AGENT_TIME_SHARE_H
#define VEDETTE_AGENT_TIME_SHARE_H

#include "agent/agent.h"

/* In seconds. Both are 0 where the clock has nothing to spare: the move is then to be made at once. */
struct time_share {
    double soft; /* what a move may take on the mean */
    double hard; /* what no move may take more than */
};

/* The share of the next move, for a clock with `clock` seconds left to which each move adds `increment`
 * seconds, after `moves` own moves. A reserve is kept back for all that is not thinking: a busy machine takes
 * some milliseconds for a move now and then, and a game may last hundreds of moves. */
struct time_share time_share(double clock, double increment, uint32_t moves);

/* What a question leaves, by its own limits and by its clock, the lower of both, after `moves` own moves; 0
 * is no limit. False: the clock has nothing to spare; then the limits are those of the question alone. */
bool time_limits(const struct think *think, uint32_t moves, struct time_share *limits);

#endif
