/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "inside_agents.h"

#include "agent/vedette.c"

const struct observer *inside_vedette(const void *state)
{
    return &((const struct vedette *)state)->planner_state.observer;
}

const uint8_t *inside_vedette_world(const void *state, uint32_t world)
{
    return rollout_world(((const struct vedette *)state)->table, world);
}
