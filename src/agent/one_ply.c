/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agent/one_ply.h"

enum status one_ply_load(struct one_ply *one_ply, const struct settings *settings,
                         const struct option_group *group, move_rating *rate)
{
    settings_group(settings, group->name, one_ply->option, group->count);
    worth_options_init(&one_ply->worth);
    one_ply->rate = rate;
    return STATUS_OK;
}

struct move one_ply_move(void *state, const struct view *view, const struct think *think)
{
    const struct one_ply *self = state;
    struct worth worth;
    const struct rating_terms terms = {self->option, &view->board, &worth};
    struct move moves[MOVES_MAX], best = MOVE_NONE;
    int count = think_moves(think, terms.board, moves);
    double best_value = 0;
    uint32_t equal = 0;
    worth_compute(&self->worth, view, &worth);
    for (int i = 0; i < count; i++) {
        double value = self->rate(&terms, moves[i]);
        if (equal && value < best_value)
            continue;
        equal = equal && value == best_value ? equal + 1 : 1;
        best_value = value;
        if (rng_below(think->rng, equal) == 0) /* gives each of the equal moves the same probability */
            best = moves[i];
    }
    return best;
}
