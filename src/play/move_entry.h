/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the moves of a game that is played elsewhere, as a person types them. */
#ifndef VEDETTE_PLAY_MOVE_ENTRY_H
#define VEDETTE_PLAY_MOVE_ENTRY_H

#include "game/board.h"
#include "game/notation.h"

struct ranks_needed {
    bool attacker, defender;
};

/* Returns which ranks must be typed with a move: in an attack, those that `board` does not know. A scout that
 * moves far is known. */
struct ranks_needed move_entry_need(const struct board *board, struct move move);

/* Reads a move and the ranks of an attack, the attacker's first: "e4xe5 9 5", "e4 e5 9 5". If only one of
 * them is unknown on `board`, it may stand alone: "e4xe5 5". Also reads forms with '#' (move_read).
 * STATUS_BAD if ranks are missing or superfluous. The result of the attack follows from the ranks. */
enum status move_entry_read(const char *text, const struct board *board, enum notation notation,
                            struct move_with_ranks *entered, struct error *error);

/* Reads only the ranks of a known move: "9 5", "5". */
enum status move_entry_ranks(const char *text, const struct board *board, enum notation notation,
                             struct move move, struct move_with_ranks *entered, struct error *error);

#endif
