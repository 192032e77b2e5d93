/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes JSON: one value on one line. `key` is the name of a member of an object; NULL in a list and for
 * the outermost value. All functions do nothing if `json` is NULL: no JSON is wanted. */
#ifndef VEDETTE_BASE_JSON_H
#define VEDETTE_BASE_JSON_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

/* Starts all zero. */
struct json {
    struct text text;
    int depth;          /* number of open brackets; 0: the value is complete */
};

/* Begins an object (`bracket` '{') or a list ('['). */
void json_open(struct json *json, const char *key, char bracket);
/* Ends the last object or list that is open; `bracket`: '}' or ']'. */
void json_close(struct json *json, char bracket);

/* Writes a text of any bytes; NULL is null. Characters that a terminal must not get (utf8_shown) become
 * \uNNNN; a byte that is not UTF-8 becomes the text \xNN. */
void json_add_text(struct json *json, const char *key, const char *value);
/* Writes a whole number. */
void json_add_whole(struct json *json, const char *key, int64_t value);
/* Writes true or false. */
void json_add_flag(struct json *json, const char *key, bool value);

/* Writes a number as decimal_write does; null if it is not finite. */
void json_add_number(struct json *json, const char *key, double value);

/* Writes null. */
void json_add_null(struct json *json, const char *key);

/* Writes several values, and the brackets around them, by a skeleton of the JSON text:
 *     json_printf(json, "%s: {plies: %d, score: [%g, %g], won: %i, moves: [", key, ...);
 * A skeleton may leave brackets open, for a later one to close, and begin with members of an object that is
 * open. Names stand without quotes; "%s:" is a name from the arguments, NULL for none. Values are null,
 * true, false, and those of the arguments (gcc warns where it sees that one is always NULL):
 *     %s        a text, as json_add_text writes it
 *     %g        a number, as json_add_number writes it
 *     %d %u     a whole number, also with l or ll; %zu
 *     %i        a flag: 0 is false, any other number true */
void json_printf(struct json *json, const char *skeleton, ...) __attribute__((format(printf, 2, 3)));

/* Removes everything that was written. */
void json_clear(struct json *json);

/* Writes a value that is already JSON, on one line. */
void json_add_ready(struct json *json, const char *key, const char *value);

#endif
