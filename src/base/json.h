/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON written: one value on one line. `key` is the name of a member of an object, NULL for what stands in a
 * list or alone. All functions do nothing where `json` is NULL: no JSON is wanted. */
#ifndef VEDETTE_BASE_JSON_H
#define VEDETTE_BASE_JSON_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

/* Starts all zero. */
struct json {
    struct text text;
    int depth;          /* of brackets that are open: 0 where the value is whole */
};

/* Begins an object, '{', or a list, '[', and ends the one begun last. */
void json_open(struct json *json, const char *key, char bracket);
void json_close(struct json *json, char bracket);

/* Any bytes; NULL is null. What a terminal must not get (utf8_shown) is written as \uNNNN, and a byte that is
 * no UTF-8 as the text \xNN. */
void json_text(struct json *json, const char *key, const char *value);
void json_whole(struct json *json, const char *key, int64_t value);
void json_flag(struct json *json, const char *key, bool value);

/* Nine figures; null where it is no finite number. */
void json_number(struct json *json, const char *key, double value);

void json_null(struct json *json, const char *key);

/* Two numbers as a list: the ends of an interval. */
void json_range(struct json *json, const char *key, double low, double high);

/* Takes all back that was written: there is no answer. */
void json_clear(struct json *json);

/* A value that is JSON already, one line. */
void json_ready(struct json *json, const char *key, const char *value);

#endif
