/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The view of one side at an earlier position of a recorded game. */
#ifndef VEDETTE_PLAY_VIEW_AT_H
#define VEDETTE_PLAY_VIEW_AT_H

#include "game/record.h"
#include "game/view.h"

/* Initialises `view` (all zero before) with what `side` knew after `plies` moves, without what it learnt
 * later. `outcome` gets the outcome at that moment. STATUS_BAD if a move cannot be played. */
enum status view_init_at(const struct record *record, size_t plies, enum side side, struct view *view,
                         struct outcome *outcome, struct error *error);

/* Returns whether two records have the same start, agents, seed and first `plies` moves. */
bool records_agree(const struct record *a, const struct record *b, size_t plies);

#endif
