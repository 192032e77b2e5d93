/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which agent gives hints. */
#ifndef VEDETTE_AGENT_HINT_OPTION_H
#define VEDETTE_AGENT_HINT_OPTION_H

#include "agent/agent.h"
#include "profile/option.h"

extern const struct option_group hint_group;

/* Returns the name of the agent that gives hints; NULL: the planner, which also shows its reasons. */
const char *hint_agent(const struct settings *settings);

/* Returns for how many seconds that agent thinks about a hint while the position is looked at. 0 if its own
 * options decide, which is always so for agents that make no rollouts. */
double hint_seconds(const struct settings *settings);

/* Returns for how many moves the agent must find the exact value. */
int hint_lines(const struct settings *settings);

/* Returns how much of its limits a hint has used, 0 .. 1: the largest of its shares of time, depth and
 * nodes. 0 if the agent has no such limit. */
double hint_progress(const struct settings *settings, const struct progress *progress);

#endif
