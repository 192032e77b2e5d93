/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A review in five to ten sentences, from one seat: how the game went, where it turned, what moves and luck
 * did, what to learn. */
#ifndef VEDETTE_REPORT_REVIEW_WORDS_H
#define VEDETTE_REPORT_REVIEW_WORDS_H

#include "analysis/review.h"
#include "base/text.h"

/* Appends the sentences, without line ends. `board`: that of the end of the game, with its history. `seat`
 * must have been evaluated. `you`: calls the seat "you"; otherwise it is "red" or "blue". */
void review_words(const struct review *review, const struct board *board, enum side seat, bool you,
                  enum notation notation, struct text *out);

/* Rounds a sum for printing with `digits` decimals of a percent, 0 .. 3, so that the printed parts add up:
 * its start, skill, opponent, luck and rest to its end, and its graded moves and the others to its skill. The
 * start, the end and the graded moves are rounded as usual, the other parts up or down, those with the
 * largest remainders up. */
void review_sum_round(struct review_sum *sum, int digits);

enum { REVIEW_MOVES_TEXT = 96 };
/* Writes what a seat's moves did, of a judged review: "moves -36: 2 graded -12, 61 others -24 (-0.4 each)".
 * Returns `text`. */
const char *review_moves_text(const struct review_sum *sum, char text[REVIEW_MOVES_TEXT]);

enum { REVIEW_RISE_TEXT = 128 };
/* Writes why the chance of its side rose at a graded move that was not brilliant: " The chance rose all the
 * same, from 45 to 52 %: the fight went well, +9 by luck." Writes "" if it did not rise. Returns `text`. */
const char *review_rise_words(const struct review *review, const struct review_move *move,
                              char text[REVIEW_RISE_TEXT]);

/* Appends the pieces that were lost in a swing, without those of the move that names it: "red's captain,
 * blue's miner". Appends nothing if there are none. */
void review_losses(const struct review_turn *turn, const struct board *board, struct text *out);

#endif
