/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What of the way to a position may still decide its value: a table must know positions apart by it.
 *
 * Two boards with equal pieces can have different futures: the repetition rules look back, and the limits
 * count plies. Looked at `depth` plies ahead only a little of that matters, most often nothing. */
#ifndef VEDETTE_SEARCH_REPETITION_H
#define VEDETTE_SEARCH_REPETITION_H

#include "game/board.h"

/* A key of what the rules may still hold against either side within `depth` plies; 0 where nothing. Two
 * boards with equal pieces, side to move and key have the same legal moves, and are drawn by the same
 * limits, in every line of that many plies. */
uint64_t repetition_key(const struct board *board, int depth);

#endif
