/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/mind.h"

#include "base/memory.h"

#include <stdlib.h>

/* Takes all numbers; the models are there already, or are read now that they are needed. */
static void take_settings(struct mind *mind, const struct settings *settings)
{
    struct belief_options options;
    worth_options_read(&mind->worth_options, settings);
    planner_init(&mind->planner, settings);
    belief_options_read(&options, settings);
    if (!mind->model && belief_kind_table[(int)options.kind].models)
        mind->model = belief_model_standard();
    /* What the kind needs is there, so it cannot be refused. */
    belief_knowledge_init(&mind->knowledge, &options, mind->statistics, mind->model, NULL);
}

void mind_init(struct mind *mind, const struct settings *settings)
{
    *mind = (struct mind){.statistics = memory_new(1, sizeof *mind->statistics)};
    setup_statistics_human(mind->statistics);
    take_settings(mind, settings);
}

void mind_free(struct mind *mind)
{
    planner_free(&mind->planner);
    free(mind->statistics);
    free(mind->model);
    *mind = (struct mind){0};
}

void mind_reload(struct mind *mind, const struct settings *settings)
{
    take_settings(mind, settings);
    mind->seen = 0;
}

/* True where the view goes on from the last ply the beliefs took in. */
static bool continues(const struct mind *mind, const struct board *board)
{
    return mind->seen > 0 && mind->seen <= board->plies &&
           board->history[mind->seen - 1].placing == mind->placing;
}

void mind_follow(struct mind *mind, const struct view *view)
{
    const struct board *board = &view->board;
    bool anew = !continues(mind, board);
    for (int side = RED; side <= BLUE; side++) {
        if (anew)
            belief_init(&mind->belief[side], &mind->knowledge, view, (enum side)side);
        belief_follow(&mind->belief[side], view);
    }
    mind->seen = board->plies;
    mind->placing = board->plies ? board->history[board->plies - 1].placing : 0;
    worth_compute(&mind->worth_options, view, &mind->worth);
}

void mind_context(struct mind *mind, const struct view *view, struct rng *rng,
                  struct plan_context *context)
{
    enum side me = view->side;
    mind_follow(mind, view);
    plan_context_init(context, view, &mind->worth, mind->planner.scale,
                      (const double(*)[RANKS])mind->belief[side_other(me)].p,
                      (const double(*)[RANKS])mind->belief[me].p, rng);
}
