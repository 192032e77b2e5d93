/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How agents that make their setups with the creator do it. */
#ifndef VEDETTE_AGENT_OWN_SETUP_H
#define VEDETTE_AGENT_OWN_SETUP_H

#include "agent/agent.h"
#include "agent/library.h"
#include "setup/creator.h"

/* What an agent sets up by: the first member of the state of an agent whose `setup` is own_setup_make. */
struct own_setup {
    struct setup_options options;
    const struct setup_statistics *statistics;
};

/* Takes the options from `settings`, by which the sources were chosen. */
void own_setup_init(struct own_setup *own, const struct settings *settings,
                    const struct setup_sources *sources);

/* The `setup` of such an agent (struct agent_kind): with the random numbers of `think`, within its hard
 * limit. A setup does not depend on the side. */
void own_setup_make(void *state, enum side side, const uint8_t army[RANKS], const struct think *think,
                    struct setup *setup);

#endif
