/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of a planning player: its observer, the worth of the pieces, and its planner. The agent
 * `invincible` has one; an analysis (analysis/analysis.h) makes one for the position to be analysed. */
#ifndef VEDETTE_OBSERVER_PLANNER_STATE_H
#define VEDETTE_OBSERVER_PLANNER_STATE_H

#include "observer/observer.h"
#include "plan/planner.h"
#include "worth/worth.h"

/* All that a planning player needs to choose a move. */
struct planner_state {
    struct observer observer;
    struct worth_options worth_options;
    struct planner planner;
    struct worth worth;                 /* at the last planner_state_update */
};

/* Reads all options from `settings`, which must have the groups of the option table (option_groups); the
 * sources must match these settings. The statistics and the model must outlive the state. planner_state_free
 * frees the memory. */
void planner_state_init(struct planner_state *planner_state, const struct settings *settings,
                        const struct belief_sources *sources);
/* Frees the memory; the state may be all zero. */
void planner_state_free(struct planner_state *planner_state);

/* Sets new options and sources during a game. The beliefs are recomputed at the next
 * planner_state_update. */
void planner_state_reload(struct planner_state *planner_state, const struct settings *settings,
                          const struct belief_sources *sources);

/* Updates the observer (observer_follow), then the worth, to the view's position. Returns false if it was
 * stopped. */
bool planner_state_update(struct planner_state *planner_state, const struct view *view,
                          const struct observer_limits *limits);

/* Updates the state to the view, and fills the planner's context for the side to move, which must be the
 * view's. State and view must outlive the context. The context must be all zero or used before
 * (plan_context_update). */
void planner_state_context(struct planner_state *planner_state, const struct view *view, struct rng *rng,
                           struct plan_context *context);

#endif
