/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "observer/planner_state.h"

void planner_state_init(struct planner_state *planner_state, const struct settings *settings,
                        const struct belief_sources *sources)
{
    *planner_state = (struct planner_state){0};
    worth_options_read(&planner_state->worth_options, settings);
    planner_init(&planner_state->planner, settings);
    observer_init(&planner_state->observer, settings, sources);
}

void planner_state_free(struct planner_state *planner_state)
{
    planner_free(&planner_state->planner);
    observer_free(&planner_state->observer);
    *planner_state = (struct planner_state){0};
}

void planner_state_reload(struct planner_state *planner_state, const struct settings *settings,
                          const struct belief_sources *sources)
{
    worth_options_read(&planner_state->worth_options, settings);
    planner_init(&planner_state->planner, settings);
    observer_reload(&planner_state->observer, settings, sources);
}

bool planner_state_update(struct planner_state *planner_state, const struct view *view,
                          const struct observer_limits *limits)
{
    if (!observer_follow(&planner_state->observer, view, limits))
        return false;
    worth_compute(&planner_state->worth_options, view, &planner_state->worth);
    return true;
}

void planner_state_context(struct planner_state *planner_state, const struct view *view, struct rng *rng,
                           struct plan_context *context)
{
    enum side me = view->side;
    const struct observer *observer = &planner_state->observer;
    planner_state_update(planner_state, view, NULL);
    planner_context(&planner_state->planner, view, &planner_state->worth,
                    (const double(*)[RANKS])observer->p[side_other(me)],
                    (const double(*)[RANKS])observer->p[me], rng, context);
}
