/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chance to win of the side whose view is analysed: the learnt value (value/value.h) with the observer's
 * beliefs, for the screen, hints, reviews and commands. A draw counts as half a win. */
#ifndef VEDETTE_ANALYSIS_CHANCE_H
#define VEDETTE_ANALYSIS_CHANCE_H

#include "analysis/analysis.h"
#include "value/value.h"

/* Returns whose weights fit a game: those of programs if agents play both sides, those of people in other
 * games. */
enum player_kind chance_players(const struct record *record);

/* Computes the terms of the value from an analysis with beliefs. */
void chance_terms(const struct analysis *analysis, struct value_terms *terms);

/* Returns the chance of the viewing side, 0 .. 1: the learnt value. If the side knows that nobody can win any
 * more, it is 1/2. The game must not be over; the analysis must have beliefs. */
double chance_of_view(const struct analysis *analysis, const struct value_model *model,
                      enum player_kind players);

/* Returns red's chance to win if the game has ended on the board: 1, 1/2 or 0. NAN if it has not. */
double chance_on_board(const struct position *position);

/* Returns the chance of the walk's side, 0 .. 1: the result if the game has ended on the board,
 * chance_of_view if not. The walk's position must have been analysed. */
double chance_of_walk(const struct analysis_walk *walk, const struct value_model *model,
                      enum player_kind players);

/* Stores in `chance`, of record->plies + 1 elements, the chance of the request's side after 0, 1, .. moves,
 * by what it knew then, with the model that the settings choose. Errors as analysis_walk_analyse, and
 * STATUS_BAD if the model cannot be read. */
enum status chance_curve(const struct analysis_request *request, struct analysis_watch *watch, double *chance,
                         struct error *error);

/* Returns the chance of the view's side, 0 .. 1, by beliefs about the enemy and about the own side
 * (value/value.h): the learnt value. If the side knows that nobody can win any more, it is 1/2. */
double chance_by_beliefs(const struct view *view, value_beliefs *enemy, value_beliefs *own,
                         const struct value_model *model, enum player_kind players);

#endif
