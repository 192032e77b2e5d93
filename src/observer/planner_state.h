/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All that a planning player goes by: its observer, what pieces are worth to it, and its planner. The agent
 * `invincible` has one; an analysis (analysis/analysis.h) makes one for the moment asked about. */
#ifndef VEDETTE_OBSERVER_PLANNER_STATE_H
#define VEDETTE_OBSERVER_PLANNER_STATE_H

#include "observer/observer.h"
#include "plan/planner.h"
#include "worth/worth.h"

struct planner_state {
    struct observer observer;
    struct worth_options worth_options;
    struct planner planner;
    struct worth worth;                 /* as of the last planner_state_follow */
};

/* Takes all numbers from `settings`, which must have the groups of the option table (option_groups), and by
 * which the sources were chosen: statistics and model must outlive the state. planner_state_free gives all
 * back; all zero may be freed. */
void planner_state_init(struct planner_state *planner_state, const struct settings *settings,
                        const struct belief_sources *sources);
void planner_state_free(struct planner_state *planner_state);

/* Takes new numbers and sources in the middle of a game. What is believed is worked out anew. */
void planner_state_reload(struct planner_state *planner_state, const struct settings *settings,
                          const struct belief_sources *sources);

/* Brings the observer, and then the values, up to date with a view: see observer_follow. Returns false if
 * it was stopped. */
bool planner_state_follow(struct planner_state *planner_state, const struct view *view,
                          const struct observer_limits *limits);

/* Gathers what plans may see for the side to move, which must be the view's; follows the view first. State
 * and view must outlive the context, which is all zero or was filled in before (plan_context_update). */
void planner_state_context(struct planner_state *planner_state, const struct view *view, struct rng *rng,
                           struct plan_context *context);

#endif
