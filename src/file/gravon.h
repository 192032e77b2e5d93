/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What Gravon's forms have in common: squares, the field of 100 letters, results by number.
 * Files are A-I and K, row 10 is ':'; the field is row 1 first, file a first. */
#ifndef VEDETTE_FILE_GRAVON_H
#define VEDETTE_FILE_GRAVON_H

#include "game/record.h"

enum { FIELD_LETTERS = SQUARES, GRAVON_SQUARE = 3 };

/* The square that two bytes name (J counts as K: some old files have it); -1 where they name none. */
int gravon_square(const char *text);

/* Writes "K:"; returns `text`. */
char *gravon_square_write(int square, char text[GRAVON_SQUARE]);

/* Reads forty letters of one alphabet, 'A' for an empty place, whose it is into *side. They must be the
 * pieces of `variant`; NULL: of any one that has exactly so many of each. On STATUS_BAD `why` gets the
 * sentence and *at the index of the letter that is wrong (`size`: the end). */
enum status setup_letters(const char *letters, size_t size, const struct variant *variant,
                          struct setup *setup, enum side *side, size_t *at, struct error *why);

/* Reads a field as the start of a game: both armies on their owners' rows, those of `variant`; NULL: of any
 * one that has exactly so many of each. Where the variant takes any army, pieces may stand on any squares,
 * and the placement is then a free one. On STATUS_BAD `why` gets the sentence and *at the index of the
 * letter that is wrong (`size`: the end). */
enum status field_to_start(const char *letters, size_t size, const struct variant *variant,
                           struct placement *start, size_t *at, struct error *why);

/* Reads a field as a position, red to move. Letters tell neither who moved nor who is known: a piece
 * off its owner's rows has moved, all others have not, nobody is known. Where both sides have all pieces of a
 * variant on their own rows, it is the start of its game; else it is classic. What is lacking is captured;
 * where that cannot be (a bomb away from home) the position is a free one. */
enum status field_to_position(const char *letters, size_t size, struct placement *placement, size_t *at,
                              struct error *why);

/* Writes the field; STATUS_BAD for a piece of unknown rank, which has no letter. */
enum status field_write(const struct placement *placement, char field[FIELD_LETTERS + 1],
                        struct error *error);

/* Gravon's numbers of a result; `winner` is 1 red, 2 blue, 3 draw. False where the numbers name no
 * result, or one that contradicts itself. Reasons that Gravon does not know become its nearest. */
bool gravon_outcome(int type, int winner, struct outcome *outcome);
void gravon_result(struct outcome outcome, int *type, int *winner);

/* The field of a game that Gravon's forms can hold: STATUS_BAD unless it starts from two setups and
 * has ended. */
enum status gravon_field(const struct record *record, char field[FIELD_LETTERS + 1],
                         struct error *error);

/* Puts a name into a record: blanks around it go; STATUS_BAD with a sentence where it is longer than
 * PLAYER_NAME_MAX - 1 bytes, no UTF-8, or holds what cannot be printed on a line. */
enum status player_name(char player[PLAYER_NAME_MAX], const char *name, size_t size,
                        struct error *why);

#endif
