/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Setups of agents that make them with the setup creator. */
#ifndef VEDETTE_AGENT_OWN_SETUP_H
#define VEDETTE_AGENT_OWN_SETUP_H

#include "agent/agent.h"
#include "agent/library.h"
#include "setup/creator.h"

/* The creator's options and statistics. It must be the first member of the agent's state if the kind's
 * `setup` is own_setup_make. */
struct own_setup {
    struct setup_options options;
    const struct setup_statistics *statistics;
};

/* Reads the options from `settings`. `sources` must have been chosen by the same settings. */
void own_setup_init(struct own_setup *own, const struct settings *settings,
                    const struct setup_sources *sources);

/* Makes the setup with the random numbers and the hard limit of `think`; it is the `setup` callback of such
 * agents (struct agent_kind). The setup does not depend on the side. */
void own_setup_make(void *state, enum side side, const uint8_t army[RANKS], const struct think *think,
                    struct setup *setup);

#endif
