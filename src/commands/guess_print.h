/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the `guess` commands print of a guess, as text and as JSON. */
#ifndef VEDETTE_COMMANDS_GUESS_PRINT_H
#define VEDETTE_COMMANDS_GUESS_PRINT_H

#include "base/json.h"
#include "commands/guesser.h"

/* What their help says of them all. */
#define GUESS_DETAILS \
    "With --side and --of, --side says from whose chair it is drawn. A guess rests on what both players\n" \
    "can know, and on your notes, as far as they can be: those in the game ('guess set') and --note."

/* What the numbers that follow do not keep, a line each. */
void guess_add_caveats(const struct guess *guess, struct text *out);

/* One line on who plays the side, and one on whether its setup is one that people use; none where that is not
 * known. */
void guess_add_players(const struct guess *guess, struct text *out);
void guess_add_novelty(const struct guess *guess, struct text *out);

/* The letters of the ranks, and below them a line a piece: its square, its likeliest rank, whether it has
 * moved or is known, and a percentage for each rank; at last how many hidden pieces there are of each. A
 * rank that the army lacks has no column. */
void guess_add_heading(const struct guess *guess, struct text *out);
void guess_add_hidden(const struct guess *guess, struct text *out);
void guess_add_piece(const struct guess *guess, int number, struct text *out);

/* Begins an object, which the caller closes: the side, the guesser, and what the lines above say. */
void guess_begin_json(const struct guess *guess, struct json *json);

/* An object of shares by name; null where there are none. */
void guess_add_shares_json(const char *key, bool has, const char *const names[], const double shares[],
                           int count, struct json *json);

/* A piece with the probability of each rank. */
void guess_add_piece_json(const struct guess *guess, int number, const char *key, struct json *json);

#endif
