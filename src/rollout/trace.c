/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rollout/trace.h"

#include "belief/public_state.h"

double rollout_chance(const struct rollout_end *end, const struct value_model *model)
{
    const struct view *view = &end->view[end->me];
    struct worth_options options;
    struct worth worth;
    worth_options_init(&options); /* the defaults, which the training used */
    worth_compute(&options, view, &worth);
    /* The weights of programs, because a program plays both sides of a rollout. */
    return value_of(model, PLAYER_PROGRAMS, view, &worth, end->believed[side_other(end->me)],
                    end->believed[end->me]);
}

/* Returns the chance that end->me wins: by the result or, if the game is not over, by the model. Returns -1
 * without a model. */
static double chance_of(const struct rollout_end *end, struct outcome outcome,
                        const struct value_model *model)
{
    if (outcome.result == RESULT_DRAW)
        return 0.5;
    if (outcome.result != RESULT_OPEN)
        return outcome.result == result_win(end->me);
    return model ? rollout_chance(end, model) : -1;
}

void trace_make(struct rollout_trace *trace, const struct board *before, const struct rollout_end *end,
                struct outcome outcome, const struct value_model *model)
{
    *trace = (struct rollout_trace){.result = (uint8_t)outcome.result};
    for (enum side side = RED; side <= BLUE; side++)
        for (int i = 0; i < PIECES_A_SIDE; i++) {
            int number = side_base(side) + i;
            bool gone = before->piece[number].square != SQUARE_NONE &&
                        end->world->piece[number].square == SQUARE_NONE;
            trace->taken[side] |= (uint64_t)gone << i;
        }
    trace->chance = (float)chance_of(end, outcome, model);
}
