/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays as simple programs written for a club's competition do: they attack pieces that are probably weaker,
 * by the counts of unknown ranks; they step up to known pieces only with stronger ones, and move strong
 * pieces towards pieces that have not moved. They neither bluff nor reckon with bluffs: the risk of an
 * unknown piece is computed from the counts alone. The agent `attacker` plays like this; rollouts can assume
 * such an enemy. */
#ifndef VEDETTE_OBSERVER_ATTACK_H
#define VEDETTE_OBSERVER_ATTACK_H

#include "profile/option.h"
#include "worth/estimate.h"

enum { ATTACK_OPTIONS = 3 };
extern const struct option_group attacker_group;

/* Returns the value of a move (a move_rating). terms->option: the options of the group. */
double attack_rating(const struct rating_terms *terms, struct move move);

#endif
