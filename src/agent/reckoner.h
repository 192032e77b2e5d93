/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simple agents that evaluate each move by one function (worth/reckon.h). */
#ifndef VEDETTE_AGENT_RECKONER_H
#define VEDETTE_AGENT_RECKONER_H

#include "agent/agent.h"
#include "worth/reckon.h"

enum { RECKONER_OPTIONS = 8 };

/* The state of an agent that chooses the move of the highest value (reckoner_move) and keeps nothing else. */
struct reckoner {
    double option[RECKONER_OPTIONS];  /* by the number in the agent's own group */
    struct worth_options worth;
    reckon_judge *judge;              /* returns the value of a move */
};

/* Loads the options of the agent's own `group`, which has max RECKONER_OPTIONS options. It cannot fail. */
enum status reckoner_load(struct reckoner *reckoner, const struct settings *settings,
                          const struct option_group *group, reckon_judge *judge);

/* The `move` callback: returns the allowed move with the highest value by the judge; draws one of several
 * equal ones. MOVE_NONE: there is none. */
struct move reckoner_move(void *reckoner, const struct view *view, const struct think *think);

#endif
