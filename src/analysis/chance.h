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

/* Returns the chance of the view's side, 0 .. 1, by beliefs about the enemy and about the own side
 * (value/value.h): the learnt value. If the side knows that nobody can win any more, it is 1/2. */
double chance_by_beliefs(const struct view *view, value_beliefs *enemy, value_beliefs *own,
                         const struct value_model *model, enum player_kind players);

#endif
