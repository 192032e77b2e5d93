/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All that a planning player goes by, and what it believes in the game at hand. The agent `invincible` has
 * one; an analysis (analysis/analysis.h) makes one for the moment asked about. */
#ifndef VEDETTE_OBSERVER_PLANNER_STATE_H
#define VEDETTE_OBSERVER_PLANNER_STATE_H

#include "belief/belief.h"
#include "belief/model.h"
#include "plan/planner.h"
#include "worth/worth.h"

struct planner_state {
    struct worth_options worth_options;
    struct planner planner;
    struct belief_knowledge knowledge;  /* of the sources it was given */
    uint32_t seen;                      /* plies of the view's history taken in; 0: none yet */
    uint64_t piece_key;                 /* the last of them left the pieces so (struct ply) */
    struct belief belief[SIDES];        /* about each side: what this player believes, and what the opponent
                                         * may */
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

/* Brings values and beliefs up to date with a view. A view whose history is not a continuation of what was
 * seen before (another game, a move taken back) is taken up from its beginning. */
void planner_state_follow(struct planner_state *planner_state, const struct view *view);

/* The same, but takes in at most `plies` moves; true when all are taken in, and the values made. */
bool planner_state_follow_some(struct planner_state *planner_state, const struct view *view, uint32_t plies);

/* Forgets what was seen: the next view is taken up from its beginning. */
void planner_state_forget(struct planner_state *planner_state);

/* Gathers what plans may see for the side to move, which must be the view's; follows the view first. State
 * and view must outlive the context, which is all zero or was filled in before (plan_context_update). */
void planner_state_context(struct planner_state *planner_state, const struct view *view, struct rng *rng,
                           struct plan_context *context);

#endif
