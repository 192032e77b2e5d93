/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "inside_agents.h"

#include "agent/star.c"

const struct observer *inside_star(const void *state)
{
    return &((const struct star *)state)->observer;
}
