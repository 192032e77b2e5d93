/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/chance.h"

#include "game/ending.h"
#include "game/position.h"

#include <math.h>

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

double chance_on_board(const struct position *position)
{
    enum result result = position_outcome(position).result;
    return result == RESULT_OPEN ? NAN : result == RESULT_DRAW ? 0.5 : result == RESULT_RED;
}

double chance_of_walk(const struct analysis_walk *walk, const struct value_model *model,
                      enum player_kind players)
{
    double end = chance_on_board(walk->position);
    if (isnan(end))
        return chance_of_view(walk->analysis, model, players);
    return walk->analysis->view.side == RED ? end : 1 - end;
}

enum status chance_curve(const struct analysis_request *request, struct analysis_watch *watch, double *chance,
                         struct error *error)
{
    const struct record *record = request->record;
    const struct value_model *model;
    struct library *library = library_for_variant(request->library, variant_at(record->start.variant));
    enum status status = library_chosen_value_model(library, request->settings, &model, error);
    struct analysis_walk walk = {0};
    if (status)
        return status;
    status = analysis_walk_begin(&walk, request, error);
    for (size_t ply = 0; !status; ply++) {
        status = analysis_walk_analyse(&walk, watch, error);
        if (!status)
            chance[ply] = chance_of_walk(&walk, model, chance_players(record));
        if (status || ply == record->plies)
            break;
        status = analysis_walk_next(&walk, error);
    }
    analysis_walk_end(&walk);
    return status;
}
