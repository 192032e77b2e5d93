/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moves of a game that is played elsewhere, as somebody beside its board types them. */
#ifndef VEDETTE_PLAY_MOVE_ENTRY_H
#define VEDETTE_PLAY_MOVE_ENTRY_H

#include "game/board.h"
#include "game/notation.h"

/* Which ranks a move shows that `board` does not know: of an attack those of both pieces. A scout's run needs
 * none: it tells itself. */
struct ranks_needed {
    bool attacker, defender;
};
struct ranks_needed move_entry_need(const struct board *board, struct move move);

/* Reads a move and behind it the ranks of the fight, the attacker's first: "e4xe5 9 5", "e4 e5 9 5"; where
 * only one of them is unknown on `board` it may stand alone: "e4xe5 5". A move that is no fight has none, and
 * the forms with '#' do as well (move_read). STATUS_BAD says what is missing or too much; what comes of the
 * fight follows from the ranks. */
enum status move_entry_read(const char *text, const struct board *board, enum notation notation,
                           struct move_with_ranks *entered, struct error *error);

/* The same of the ranks alone, for a move that is known: "9 5", "5". */
enum status move_entry_ranks(const char *text, const struct board *board, enum notation notation,
                            struct move move, struct move_with_ranks *entered, struct error *error);

#endif
