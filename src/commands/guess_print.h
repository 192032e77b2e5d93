/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints guesses for the `guess` commands, as text and as JSON. */
#ifndef VEDETTE_COMMANDS_GUESS_PRINT_H
#define VEDETTE_COMMANDS_GUESS_PRINT_H

#include "base/json.h"
#include "commands/guesser.h"

/* A part of the help of all `guess` commands. */
#define GUESS_DETAILS \
    "With --side and --of, --side says from whose chair it is drawn. A guess rests on what both players\n" \
    "can know, and on your notes, as far as they can be: those in the game ('guess set') and --note."

/* Appends the restrictions on the numbers that follow, a line each. Appends nothing if there are none. */
void guess_add_caveats(const struct guess *guess, struct text *out);

/* Appends a line about the kind of the side's player. Appends nothing if the guesser does not estimate it. */
void guess_add_players(const struct guess *guess, struct text *out);

/* Appends a line about how new the side's setup is. Appends nothing if the guesser does not estimate it. */
void guess_add_novelty(const struct guess *guess, struct text *out);

/* Appends the heading of a table of pieces: the letters of the army's ranks. Other ranks have no column. */
void guess_add_heading(const struct guess *guess, struct text *out);

/* Appends the line for piece `number` to the table of guesses: its square, its likeliest rank, * if it has
 * moved, ! if its rank is known, a percentage for each rank, and the true rank if guess->has_truth. */
void guess_add_piece(const struct guess *guess, int number, struct text *out);

/* Appends the last line of the table of guesses: the number of hidden pieces of each rank. */
void guess_add_hidden(const struct guess *guess, struct text *out);

/* Begins an object, which the caller closes, with the side, the guesser, the estimates and the caveats. */
void guess_begin_json(const struct guess *guess, struct json *json);

/* Adds an object of `count` shares by name. Adds null if `has` is false. */
void guess_add_shares_json(const char *key, bool has, const char *const names[], const double shares[],
                           int count, struct json *json);

/* Adds piece `number` with the probability of each rank. */
void guess_add_piece_json(const struct guess *guess, int number, const char *key, struct json *json);

#endif
