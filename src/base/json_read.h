/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads JSON: splits an object on one line into its single values. The line may be hostile. */
#ifndef VEDETTE_BASE_JSON_READ_H
#define VEDETTE_BASE_JSON_READ_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum { JSON_DEPTH_MAX = 32, JSON_PATH_MAX = 255 /* bytes */, JSON_VALUES_MAX = 1 << 16 };

enum json_kind { JSON_STRING, JSON_NUMBER, JSON_WORD /* true, false or null */ };

/* A value. Its path consists of the keys and list indices that lead to it, joined by points:
 * "players.0.name". Its text is a string without quotes and escapes, or the number or word as written. */
struct json_value {
    enum json_kind kind;
    size_t path, text;         /* offsets in the members' bytes; both end with a zero byte */
};

/* Initialise with all zero; free with json_members_free. May be read into repeatedly. */
struct json_members {
    struct json_value *value;  /* in the order of the line */
    size_t count, capacity;
    struct text bytes;
};

/* Reads a line of UTF-8 that is one object: at most JSON_DEPTH_MAX nested brackets and JSON_VALUES_MAX
 * values, paths up to JSON_PATH_MAX bytes. On STATUS_BAD `error` gets place and reason, and the members are
 * undefined; `name` and `line` (from 1) are for that message. An empty object or list gives no values. */
enum status json_read(struct json_members *members, const char *bytes, size_t size, const char *name,
                      size_t line, struct error *error);
void json_members_free(struct json_members *members);

/* Returns the path of value `index`. */
const char *json_path(const struct json_members *members, size_t index);
/* Returns the text of value `index`. */
const char *json_value_text(const struct json_members *members, size_t index);

/* Returns the first value at a path; NULL if there is none. */
const struct json_value *json_value_at(const struct json_members *members, const char *path);
/* Returns the text of the first value at a path; NULL if there is none or it is of another kind. */
const char *json_find(const struct json_members *members, const char *path, enum json_kind kind);

/* Reads a whole number from 0 to `max` at a path; false if there is none. */
bool json_find_whole(const struct json_members *members, const char *path, uint64_t max, uint64_t *value);

#endif
