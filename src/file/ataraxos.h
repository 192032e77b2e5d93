/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the two game formats of Ataraxos (Sokota et al. 2026) share: a board as text, and moves as numbers.
 * The board is a Gravon field, row 1 first and file a first, with 'a' for an empty square. A letter in
 * lower case is a piece whose rank the enemy knows. In the long form each letter is followed by a mark:
 * '.' for a piece that has moved, '@' otherwise. Red moves first. Neither format contains rules, players
 * or a result. */
#ifndef VEDETTE_FILE_ATARAXOS_H
#define VEDETTE_FILE_ATARAXOS_H

#include "base/text.h"
#include "game/record.h"

enum {
    ATARAXOS_ACTIONS = 18 * SQUARES, /* actions are 0 .. 1,799 */
    ATARAXOS_SHORT = SQUARES,        /* bytes of a board */
    ATARAXOS_LONG = 2 * SQUARES,     /* bytes of a board with marks */
};

/* Returns the move of an action. The action is 100 c + the start square as the mover sees the board (blue
 * sees it turned by 180 degrees). c 0 .. 8 is the target row, c 9 .. 17 the target file + 9; the numbers
 * leave out the piece's own row or file. */
struct move ataraxos_move(int action, enum side mover);

/* Returns the action of a move along a row or file: the inverse of ataraxos_move. */
int ataraxos_action(struct move move, enum side mover);

/* Reads a board with or without marks. Without marks, a piece outside its side's own rows counts as moved,
 * all others as unmoved. On STATUS_BAD, `why` gets a sentence and *at the index of the wrong byte (`size`:
 * the end). */
enum status ataraxos_board_read(const char *letters, size_t size, struct placement *placement, size_t *at,
                                struct error *why);

/* Appends the board of a record's start position, with or without marks. STATUS_BAD, with nothing
 * appended, if reading that board would not give the same start. */
enum status ataraxos_board_write(const struct record *record, bool marks, struct text *out,
                                 struct error *error);

/* Completes a record whose start and moves are read: sets the first of the rules deepnash, isf, redeca,
 * free that allow all moves (free if none does), and the result on the board. */
void ataraxos_finish(struct record *record);

#endif
