/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How hard an agent thinks, and nothing of what it thinks. It is all that a person may be told of an
 * opponent: its moves, their values and the ranks they hang on would tell what it hides. */
#ifndef VEDETTE_PLAY_THINK_STATS_H
#define VEDETTE_PLAY_THINK_STATS_H

#include "agent/agent.h"

struct think_stats {
    int depth;        /* plies; 0: it does not count so, or has not begun */
    uint64_t nodes;   /* two digits of it: the exact number would be another for each hidden setup */
    double seconds;   /* that they took; 0: not known */
    bool rollouts;    /* the nodes are rollouts */
};

enum { THINK_STATS_TEXT = 96 };

struct think_stats think_stats_of(const struct progress *progress);

/* "depth 6, 1.2M nodes, 3.1M/s", as far as it is known; returns `text`. */
char *think_stats_write(const struct think_stats *effort, char text[THINK_STATS_TEXT]);

#endif
