/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/chance.h"

#include "game/ending.h"

enum player_kind chance_players(const struct record *record)
{
    return record->agent[RED].name[0] && record->agent[BLUE].name[0] ? PLAYER_PROGRAMS : PLAYER_PEOPLE;
}

void chance_terms(const struct analysis *analysis, struct value_terms *terms)
{
    enum side side = analysis->view.side;
    struct worth_options options;
    struct worth worth;
    worth_options_init(&options); /* the defaults, which the training used */
    worth_compute(&options, &analysis->view, &worth);
    value_terms_make(terms, &analysis->view, &worth, (value_beliefs *)analysis->belief[side_other(side)].p,
                     (value_beliefs *)analysis->belief[side].p);
}

double chance_by_beliefs(const struct view *view, value_beliefs *enemy, value_beliefs *own,
                         const struct value_model *model, enum player_kind players)
{
    struct worth_options options;
    struct worth worth;
    if (ending_of(&view->board) == ENDING_DEAD)
        return 0.5;
    worth_options_init(&options); /* the defaults, which the training used */
    worth_compute(&options, view, &worth);
    return value_of(model, players, view, &worth, enemy, own);
}

double chance_of_view(const struct analysis *analysis, const struct value_model *model,
                      enum player_kind players)
{
    enum side side = analysis->view.side;
    return chance_by_beliefs(&analysis->view, (value_beliefs *)analysis->belief[side_other(side)].p,
                             (value_beliefs *)analysis->belief[side].p, model, players);
}
