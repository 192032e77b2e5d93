/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Depth, nodes and time of an agent's thinking. A person may not see more of an opponent: its candidate
 * moves and their values would reveal its hidden ranks. */
#ifndef VEDETTE_PLAY_THINK_STATS_H
#define VEDETTE_PLAY_THINK_STATS_H

#include "agent/agent.h"

struct think_stats {
    int depth;        /* plies; 0: not counted, or not begun */
    uint64_t nodes;   /* rounded down to two digits: the exact number would depend on the hidden setup */
    double seconds;   /* for these nodes; 0: unknown */
    bool rollouts;    /* whether the nodes are rollouts */
};

enum { THINK_STATS_TEXT = 96 };

/* Returns the numbers of a report. */
struct think_stats think_stats_of(const struct progress *progress);

/* Writes "depth 6, 1.2M nodes, 3.1M/s", leaving out what is unknown; returns `text`. */
char *think_stats_write(const struct think_stats *stats, char text[THINK_STATS_TEXT]);

#endif
