/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Agents that do no more than reckon (worth/reckon.h). */
#ifndef VEDETTE_AGENT_RECKONER_H
#define VEDETTE_AGENT_RECKONER_H

#include "agent/agent.h"
#include "worth/reckon.h"

enum { RECKONER_OPTIONS = 8 };

/* The state of an agent that does no more than reckon. In its kind, `move` is reckoner_move. */
struct reckoner {
    double option[RECKONER_OPTIONS];
    struct worth_options worth;
    reckon_judge *judge;
};

/* Takes the values of the agent's own options, RECKONER_OPTIONS at most. STATUS_OK. */
enum status reckoner_load(struct reckoner *reckoner, const struct settings *settings,
                          const struct option_group *own, reckon_judge *judge);

/* The move that may be answered of which the `reckoner`'s judge thinks most, one of several equal ones by the
 * random numbers of `think`; MOVE_NONE: there is none. */
struct move reckoner_move(void *reckoner, const struct view *view, const struct think *think);

#endif
