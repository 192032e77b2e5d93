/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One value of a command line: read by its row, or told to be wrong. */
#ifndef VEDETTE_CONSOLE_VALUE_H
#define VEDETTE_CONSOLE_VALUE_H

#include "console/session.h"

/* Reads all of `text` as a whole number, digits only; false where it is not one or does not fit. */
bool value_whole(const char *text, uint64_t *value);

/* Reads all of `text` as a square, a rank (its symbol or its name), or ranks ("X,9", a name, "?" for any). */
bool value_square(const char *text, enum notation notation, int *square);
bool value_rank(const char *text, enum notation notation, int *rank);
bool value_ranks(const char *text, enum notation notation, uint16_t *ranks);

/* Reads "e7=X,9"; STATUS_BAD, beginning with `who`, where it is none. */
enum status value_note(const char *command, const char *text, enum notation notation, int *square,
                       uint16_t *ranks, struct error *error);

/* Reads `text` as a row says into `value`, which is of the kind's type. `who` is the command's name; NULL
 * where the flag is the session's. `flag` is false for a word. STATUS_BAD says what was found and what was
 * expected. Agents are read with the options in force. */
enum status value_read(const struct session *session, const char *command, bool flag,
                       const struct argument *row,
                       char *text, void *value, struct error *error);

/* True where value_read would take it: to tell the words of rows that may be missing. */
bool value_fits(const struct session *session, const struct argument *row, char *text);

/* What the usage line calls a value of a row: "FILE", "red|blue". */
void value_name(const struct argument *row, struct text *out);

/* What holds without a flag: what `defaults`, a command's struct, has for it, or else what the row says, or
 * nothing. */
void value_standard(const struct argument *row, const void *defaults, struct text *out);

#endif
