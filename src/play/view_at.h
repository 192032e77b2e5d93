/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A moment of a recorded game, as one side knew it. */
#ifndef VEDETTE_PLAY_VIEW_AT_H
#define VEDETTE_PLAY_VIEW_AT_H

#include "game/record.h"
#include "game/view.h"

/* Fills in (all zero before) what `side` knew behind `plies` moves of a record; what was learnt later is
 * not in it. `outcome` gets what the board then said. STATUS_BAD where a move cannot be played. */
enum status view_at(const struct record *record, size_t plies, enum side side, struct view *view,
                        struct outcome *outcome, struct error *error);

/* Whether two records are of the same game, at least up to `plies` moves. */
bool records_agree(const struct record *a, const struct record *b, size_t plies);

#endif
