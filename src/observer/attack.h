/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How programs for a club's competition play: they take whatever is more likely weaker than their own piece,
 * counting the ranks left; they step up to known pieces with stronger ones alone, march strong pieces at
 * whatever has not moved, and never bluff or believe a bluff: the fear of an unknown piece is its chance by
 * the counts, whatever stands before it. The agent `attacker` plays so, and rollouts may imagine it. */
#ifndef VEDETTE_OBSERVER_ATTACK_H
#define VEDETTE_OBSERVER_ATTACK_H

#include "profile/option.h"
#include "worth/reckon.h"

enum { ATTACK_OPTIONS = 3 };
extern const struct option_group attacker_group;

/* A reckon_judge; turn->option are those of the group. */
double attack_judge(const struct reckoning *turn, struct move move);

#endif
