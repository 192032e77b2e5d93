/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the two game formats of Ataraxos (Sokota et al. 2026) share: a board string, and moves as numbers.
 *
 * The board is a Gravon field, row 1 first and file a first, with 'a' for an empty square. A letter in lower
 * case is a piece whose rank the enemy knows. In the long form a mark follows each letter: '.' for a piece
 * that has moved, '@' for all else. Red moves first. Neither form names rules, players or a result. */
#ifndef VEDETTE_FILE_ATARAXOS_H
#define VEDETTE_FILE_ATARAXOS_H

#include "base/text.h"
#include "game/record.h"

enum {
    ATARAXOS_ACTIONS = 18 * SQUARES, /* actions are 0 .. 1,799 */
    ATARAXOS_SHORT = SQUARES,        /* letters of a board */
    ATARAXOS_LONG = 2 * SQUARES,     /* the same with marks */
};

/* The move of an action, which is 100 c + the square that it leaves, as its mover sees the board (blue sees
 * it turned by 180 degrees). c 0 .. 8: to that row, c 9 .. 17: to file c - 9, both counted without the one
 * that the piece stands on. */
struct move ataraxos_move(int action, enum side mover);

/* The inverse, for a move along a row or a file. */
int ataraxos_action(struct move move, enum side mover);

/* Reads a board of either length. On STATUS_BAD `why` gets the sentence and *at the index of the byte that is
 * wrong (`size`: the end). Without marks a piece off its own rows has moved, all others have not. */
enum status ataraxos_board_read(const char *letters, size_t size, struct placement *placement, size_t *at,
                                struct error *why);

/* Appends the board of a record's start, with marks or without. STATUS_BAD, and nothing is written, where it
 * does not hold the whole of that start. */
enum status ataraxos_board_write(const struct record *record, bool marks, struct text *out,
                                 struct error *error);

/* Ends the reading of a record, its start and moves filled in: chooses the first of deepnash, isf, redeca and
 * free by which all its moves are legal (free where there is none), and takes the result from the board. */
void ataraxos_finish(struct record *record);

#endif
