/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "observer/planner_state.h"

static void take_settings(struct planner_state *planner_state, const struct settings *settings,
                          const struct belief_sources *sources)
{
    struct belief_options options;
    worth_options_read(&planner_state->worth_options, settings);
    planner_init(&planner_state->planner, settings);
    belief_options_read(&options, settings);
    /* What the kind needs is there, so it cannot be refused. */
    belief_knowledge_init(&planner_state->knowledge, &options, sources->statistics, sources->model, NULL);
}

void planner_state_init(struct planner_state *planner_state, const struct settings *settings,
                        const struct belief_sources *sources)
{
    *planner_state = (struct planner_state){0};
    take_settings(planner_state, settings, sources);
}

void planner_state_free(struct planner_state *planner_state)
{
    planner_free(&planner_state->planner);
    *planner_state = (struct planner_state){0};
}

void planner_state_reload(struct planner_state *planner_state, const struct settings *settings,
                          const struct belief_sources *sources)
{
    take_settings(planner_state, settings, sources);
    planner_state_forget(planner_state);
}

/* True where the view goes on from the last ply the beliefs took in. */
static bool continues(const struct planner_state *planner_state, const struct board *board)
{
    return planner_state->seen > 0 && planner_state->seen <= board->plies &&
           board->history[planner_state->seen - 1].piece_key == planner_state->piece_key;
}

bool planner_state_follow_some(struct planner_state *planner_state, const struct view *view, uint32_t plies)
{
    const struct board *board = &view->board;
    struct belief *belief = planner_state->belief;
    uint32_t next = planner_state->seen, least = board->prior_plies;
    if (!continues(planner_state, board)) {
        for (enum side side = RED; side <= BLUE; side++)
            belief_init(&belief[side], &planner_state->knowledge, view, side);
        next = least;
    }
    for (; next < board->plies && plies > 0; next++, plies--) {
        struct event event = board_event(board, next);
        for (int side = RED; side <= BLUE; side++) {
            /* The other may have lost a turn. */
            belief[side].public_state.to_move = piece_side(board->history[next].mover);
            belief_event(&belief[side], &event);
        }
    }
    planner_state->seen = next;
    planner_state->piece_key = next ? board->history[next - 1].piece_key : 0;
    if (next < board->plies)
        return false;
    worth_compute(&planner_state->worth_options, view, &planner_state->worth);
    return true;
}

void planner_state_follow(struct planner_state *planner_state, const struct view *view)
{
    planner_state_follow_some(planner_state, view, UINT32_MAX);
}

void planner_state_forget(struct planner_state *planner_state)
{
    planner_state->seen = 0;
}

void planner_state_context(struct planner_state *planner_state, const struct view *view, struct rng *rng,
                           struct plan_context *context)
{
    enum side me = view->side;
    planner_state_follow(planner_state, view);
    planner_context(&planner_state->planner, view, &planner_state->worth,
                    (const double(*)[RANKS])planner_state->belief[side_other(me)].p,
                    (const double(*)[RANKS])planner_state->belief[me].p, rng, context);
}
