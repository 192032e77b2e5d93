/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hash key of the history of a position, as far as it can affect the position's value: the table must
 * distinguish such positions.
 *
 * Two boards with equal pieces can have different futures, because the repetition rules use the history and
 * the limits count plies. Within `depth` plies only a small part of the history matters, usually nothing. */
#ifndef VEDETTE_SEARCH_REPETITION_H
#define VEDETTE_SEARCH_REPETITION_H

#include "game/board.h"

/* Returns a key of the part of the history that the rules can use against either side within `depth` plies.
 * Returns 0 if there is none. Two boards with equal pieces, side to move and key have the same legal moves
 * and the same draws by limits in every line of `depth` plies. */
uint64_t repetition_key(const struct board *board, int depth);

#endif
