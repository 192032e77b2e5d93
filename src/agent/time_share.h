/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How an agent shares out the time of its clock. */
#ifndef VEDETTE_AGENT_TIME_SHARE_H
#define VEDETTE_AGENT_TIME_SHARE_H

#include <stdint.h>

/* In seconds. Both are 0 where the clock has nothing to spare: the move is then to be made at once. */
struct time_share {
    double soft; /* what a move may take on the mean */
    double hard; /* what no move may take more than */
};

/* The share of the next move, for a clock with `clock` seconds left to which each move adds `increment`
 * seconds, after `moves` own moves. A reserve is kept back for all that is not thinking: a busy machine takes
 * some milliseconds for a move now and then, and a game may last hundreds of moves. */
struct time_share time_share(double clock, double increment, uint32_t moves);

#endif
