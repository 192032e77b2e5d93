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

double chance_of_view(const struct analysis *analysis, const struct value_model *model,
                      enum player_kind players)
{
    struct value_terms terms;
    if (ending_of(&analysis->view.board) == ENDING_DEAD)
        return 0.5;
    chance_terms(analysis, &terms);
    return value_probability(model, players, &terms);
}
