/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who is asked for a hint. */
#ifndef VEDETTE_AGENT_HINT_OPTION_H
#define VEDETTE_AGENT_HINT_OPTION_H

#include "profile/option.h"

extern const struct option_group hint_group;

/* The name of the agent to be asked; NULL: the planner, which tells its reasons. */
const char *hint_agent(const struct settings *settings);

/* Of how many moves it is to find the exact value. */
int hint_lines(const struct settings *settings);

#endif
