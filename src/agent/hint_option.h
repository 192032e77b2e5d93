/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who is asked for a hint. */
#ifndef VEDETTE_AGENT_HINT_OPTION_H
#define VEDETTE_AGENT_HINT_OPTION_H

#include "agent/agent.h"
#include "profile/option.h"

extern const struct option_group hint_group;

/* The name of the agent to be asked; NULL: the planner, which tells its reasons. */
const char *hint_agent(const struct settings *settings);

/* Of how many moves it is to find the exact value. */
int hint_lines(const struct settings *settings);

/* The part of what the options let it take that a hint has taken, 0 .. 1: of time, depth or nodes, whichever
 * is nearest to its limit; 0 where the agent has no such limits. */
double hint_done(const struct settings *settings, const struct progress *progress);

#endif
