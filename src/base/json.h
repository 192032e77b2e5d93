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
void json_text(struct json *json, const char *key, const char *value);
/* Writes a whole number. */
void json_whole(struct json *json, const char *key, int64_t value);
/* Writes true or false. */
void json_flag(struct json *json, const char *key, bool value);

/* Writes a number as decimal_write does; null if it is not finite. */
void json_number(struct json *json, const char *key, double value);

/* Writes null. */
void json_null(struct json *json, const char *key);

/* Writes the ends of an interval as a list of two numbers. */
void json_range(struct json *json, const char *key, double low, double high);

/* Removes everything that was written. */
void json_clear(struct json *json);

/* Writes a value that is already JSON, on one line. */
void json_ready(struct json *json, const char *key, const char *value);

#endif
