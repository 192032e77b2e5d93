/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agent/reckoner.h"

enum status reckoner_load(struct reckoner *reckoner, const struct settings *settings,
                          const struct option_group *group, reckon_judge *judge)
{
    settings_group(settings, group->name, reckoner->option, group->count);
    worth_options_init(&reckoner->worth);
    reckoner->judge = judge;
    return STATUS_OK;
}

struct move reckoner_move(void *state, const struct view *view, const struct think *think)
{
    const struct reckoner *self = state;
    struct worth worth;
    const struct reckoning reckoning = {self->option, &view->board, &worth};
    struct move moves[MOVES_MAX], best = MOVE_NONE;
    int count = think_moves(think, reckoning.board, moves);
    double best_value = 0;
    uint32_t equal = 0;
    worth_compute(&self->worth, view, &worth);
    for (int i = 0; i < count; i++) {
        double value = self->judge(&reckoning, moves[i]);
        if (equal && value < best_value)
            continue;
        equal = equal && value == best_value ? equal + 1 : 1;
        best_value = value;
        if (rng_below(think->rng, equal) == 0)
            best = moves[i];
    }
    return best;
}
