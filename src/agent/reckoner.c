/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agent/reckoner.h"

enum status reckoner_load(struct reckoner *reckoner, const struct settings *settings,
                          const struct option_group *own, reckon_judge *judge)
{
    settings_group(settings, own->name, reckoner->option, own->count);
    worth_options_init(&reckoner->worth);
    reckoner->judge = judge;
    return STATUS_OK;
}

struct move reckoner_move(void *state, const struct view *view, const struct think *think)
{
    const struct reckoner *self = state;
    struct worth worth;
    const struct reckoning turn = {self->option, &view->board, &worth};
    struct move moves[MOVES_MAX], best = MOVE_NONE;
    int count = think_moves(think, turn.board, moves);
    double most = 0;
    uint32_t equal = 0;
    worth_compute(&self->worth, view, &worth);
    for (int i = 0; i < count; i++) {
        double value = self->judge(&turn, moves[i]);
        if (equal && value < most)
            continue;
        equal = equal && value == most ? equal + 1 : 1;
        most = value;
        if (rng_below(think->rng, equal) == 0)
            best = moves[i];
    }
    return best;
}
