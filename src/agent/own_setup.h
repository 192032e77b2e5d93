/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How agents that make their setups with the creator do it. */
#ifndef VEDETTE_AGENT_OWN_SETUP_H
#define VEDETTE_AGENT_OWN_SETUP_H

#include "agent/agent.h"

/* Creates a setup of `army` by the agent's statistics and options, with the random numbers of `think` and
 * within its hard limit. */
void own_setup_create(const struct setup_statistics *statistics, const struct setup_options *options,
                      const uint8_t army[RANKS], const struct think *think, struct setup *setup);

#endif
