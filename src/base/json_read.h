/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON read: an object on one line, taken apart into its single values. The line may be hostile. */
#ifndef VEDETTE_BASE_JSON_READ_H
#define VEDETTE_BASE_JSON_READ_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum { JSON_DEPTH_MAX = 8, JSON_PATH_MAX = 160 };

enum json_kind { JSON_STRING, JSON_NUMBER, JSON_WORD /* true, false, null */ };

/* One value: `path` has the keys that lead to it, and the places in lists, with points between:
 * "players.0.name". `text` is a string without its quotes and escapes, or else what stands there. */
struct json_value {
    enum json_kind kind;
    size_t path, text;         /* where they begin in the members' bytes, each ended by a zero */
};

/* Starts all zero; json_members_free gives it back. May be read into again and again. */
struct json_members {
    struct json_value *value;  /* in the order of the line */
    size_t count, capacity;
    struct text bytes;
};

/* Reads a line that is one object of at most JSON_DEPTH_MAX brackets in each other, no path longer than
 * JSON_PATH_MAX bytes. STATUS_BAD with place and reason where it is none, `name` and `line` (from 1) telling
 * of the file; the members are of no use then. An empty object or list has no values. */
enum status json_read(struct json_members *members, const char *bytes, size_t size, const char *name,
                      size_t line, struct error *error);
void json_members_free(struct json_members *members);

const char *json_path(const struct json_members *members, size_t index);
const char *json_value_text(const struct json_members *members, size_t index);

/* The value at a path; NULL where there is none, or it is of another kind. The first, where there are two. */
const char *json_find(const struct json_members *members, const char *path, enum json_kind kind);

/* A whole number from 0 to `most` at a path; false where there is none. */
bool json_find_whole(const struct json_members *members, const char *path, uint64_t most, uint64_t *value);

#endif
