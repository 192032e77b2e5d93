/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simple agents that evaluate each move by one function (worth/estimate.h). */
#ifndef VEDETTE_AGENT_ONE_PLY_H
#define VEDETTE_AGENT_ONE_PLY_H

#include "agent/agent.h"
#include "worth/estimate.h"

enum { ONE_PLY_OPTIONS = 8 };

/* The state of an agent that chooses the move of the highest value (one_ply_move) and keeps nothing else. */
struct one_ply {
    double option[ONE_PLY_OPTIONS];   /* by the number in the agent's own group */
    struct worth_options worth;
    move_rating *rate;                /* returns the value of a move */
};

/* Loads the options of the agent's own `group`, which has ONE_PLY_OPTIONS options at most. It cannot fail. */
enum status one_ply_load(struct one_ply *one_ply, const struct settings *settings,
                         const struct option_group *group, move_rating *rate);

/* Returns the allowed move with the highest value by `rate`; it is the `move` callback. Draws one of several
 * equal moves. MOVE_NONE if there is none. */
struct move one_ply_move(void *one_ply, const struct view *view, const struct think *think);

#endif
