/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What Gravon's formats share: squares, the field of 100 letters, results as numbers. Files are A-I and K,
 * row 10 is ':'. The field is row 1 first, file a first. */
#ifndef VEDETTE_FILE_GRAVON_H
#define VEDETTE_FILE_GRAVON_H

#include "game/record.h"

enum { FIELD_LETTERS = SQUARES, GRAVON_SQUARE = 3 };

/* Returns the square named by two bytes (J counts as K, as in some old files), or -1. */
int gravon_square(const char *text);

/* Writes a square as Gravon does, "K:"; returns `text`. */
char *gravon_square_write(int square, char text[GRAVON_SQUARE]);

/* Reads forty letters of one side, 'A' for an empty place; *side gets the side. They must be the pieces of
 * `variant`, or of any variant if it is NULL. On STATUS_BAD `why` gets a sentence and *at the index of the
 * wrong letter (`size`: the end). */
enum status gravon_setup_read(const char *letters, size_t size, const struct variant *variant,
                              struct setup *setup, enum side *side, size_t *at, struct error *why);

/* Reads a field as the start of a game. Both armies must be those of `variant` (NULL: of any variant with
 * exactly these pieces) and on their own rows. If the variant allows any army, pieces may stand anywhere, and
 * the placement is then `free`. On STATUS_BAD `why` gets a sentence and *at the index of the wrong letter
 * (`size`: the end). */
enum status field_to_start(const char *letters, size_t size, const struct variant *variant,
                           struct placement *start, size_t *at, struct error *why);

/* Reads a field as a position, red to move. Letters do not show whether a piece has moved or is known: a
 * piece outside its own rows counts as moved, all others as unmoved, and none is known. If both sides have
 * all pieces of a variant on their own rows, it is the start of that variant's game. Otherwise it is a
 * classic position. Missing pieces count as captured; if that is impossible (a bomb outside its own rows),
 * the placement is `free`. */
enum status field_to_position(const char *letters, size_t size, struct placement *placement, size_t *at,
                              struct error *why);

/* Writes the field of a placement. STATUS_BAD if a piece has unknown rank: there is no letter for it. */
enum status field_write(const struct placement *placement, char field[FIELD_LETTERS + 1],
                        struct error *error);

/* Converts Gravon's numbers of a result; `winner` is 1 red, 2 blue, 3 draw. False if the numbers are
 * invalid or contradict each other. */
bool gravon_outcome(int type, int winner, struct outcome *outcome);
/* Converts a result to Gravon's numbers; *winner: 1 red, 2 blue, 3 draw. A reason that Gravon does not have
 * becomes a similar one. */
void gravon_result(struct outcome outcome, int *type, int *winner);

/* Writes the field of a game's start. STATUS_BAD unless the game starts from two setups and has ended. */
enum status gravon_field_write(const struct record *record, char field[FIELD_LETTERS + 1],
                               struct error *error);

/* Copies a player's name without blanks at its ends. STATUS_BAD with a sentence if it is longer than
 * PLAYER_NAME_MAX - 1 bytes, not UTF-8, or not printable on a line. */
enum status player_name_read(char player[PLAYER_NAME_MAX], const char *name, size_t size, struct error *why);

#endif
