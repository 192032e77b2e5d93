/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads one value of a command line by its row, with an error that names what was expected. */
#ifndef VEDETTE_CONSOLE_VALUE_H
#define VEDETTE_CONSOLE_VALUE_H

#include "console/session.h"

/* Reads all of `text` as a decimal whole number. False if it has other characters or exceeds 64 bits. */
bool value_read_whole(const char *text, uint64_t *value);

/* Reads all of `text` as a square. False if it is not one. */
bool value_square(const char *text, enum notation notation, int *square);
/* Reads all of `text` as a rank: its symbol or name. False if it is not one. */
bool value_rank(const char *text, enum notation notation, int *rank);
/* Reads all of `text` as a set of ranks, bit r for rank r: "X,9", a name, "?" for any. False if it is not
 * one. */
bool value_ranks(const char *text, enum notation notation, uint16_t *ranks);

/* Reads a note "e7=X,9". STATUS_BAD for other text, with an error that begins with `command`. */
enum status value_read_note(const char *command, const char *text, enum notation notation, int *square,
                            uint16_t *ranks, struct error *error);

/* Reads `text` by its row's kind into `value`, which has the kind's type. `command`: its name for errors;
 * NULL for a flag of the session. `is_flag`: false for a word. STATUS_BAD with what was found and expected.
 * An agent's options are checked with the session's. */
enum status value_read(const struct session *session, const char *command, bool is_flag,
                       const struct argument *row, char *text, void *value, struct error *error);

/* Returns whether value_read would accept the text. It is used to find optional words that are left out. */
bool value_fits(const struct session *session, const struct argument *row, char *text);

/* Appends the placeholder of a row's value: "FILE", "red|blue". */
void value_name(const struct argument *row, struct text *out);

/* Appends the default of a row: the row's `standard` or, if it has none, the value in `defaults` (the
 * command's struct). Appends nothing if there is none. */
void value_add_standard(const struct argument *row, const void *defaults, struct text *out);

#endif
