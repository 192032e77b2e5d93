/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What happened, in sentences for the person at the screen. */
#ifndef VEDETTE_TUI_WORDS_H
#define VEDETTE_TUI_WORDS_H

#include "game/board.h"
#include "game/notation.h"

/* "b4xb5, your captain takes blue's sergeant" for the event of ply `index`; `viewer` is "you", SIDES is
 * nobody. */
void words_event(const struct board *board, uint32_t index, enum side viewer, enum notation notation,
                 char *text, size_t capacity);

/* "You have won: blue's flag is taken"; where the viewer is SIDES, "Red has won: ...". */
void words_outcome(struct outcome outcome, enum side viewer, char *text, size_t capacity);

/* A legal move of the side to move, as it may be typed: "b4 b5" if that is legal, else the first that
 * attacks nothing, else the first. Returns `text`. */
const char *words_example_move(const struct board *board, enum notation notation, char text[2 * SQUARE_TEXT]);

#endif
