/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/json.h"

#include "base/decimal.h"
#include "base/utf8.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Writes a character as an escape: \n or \uNNNN, above U+FFFF a pair of surrogates. */
static void add_escaped(struct text *out, uint32_t point)
{
    if (point == '\n')
        text_add(out, "\\n");
    else if (point < 0x10000)
        text_printf(out, "\\u%04x", (unsigned)point);
    else
        text_printf(out, "\\u%04x\\u%04x", (unsigned)(0xd800 + ((point - 0x10000) >> 10)),
                    (unsigned)(0xdc00 + ((point - 0x10000) & 0x3ff)));
}

/* Writes a string in quotes. */
static void add_string(struct text *out, const char *string)
{
    text_add(out, "\"");
    for (size_t bytes_left = strlen(string), size; bytes_left; string += size, bytes_left -= size) {
        const unsigned char *bytes = (const unsigned char *)string;
        uint32_t point;
        if (*string == '"' || *string == '\\')
            text_printf(out, "\\%c", *string), size = 1;
        else if ((size = utf8_shown(bytes, bytes_left)))
            text_append(out, string, size);
        else if ((size = utf8_decode(string, bytes_left, &point)))
            add_escaped(out, point);
        else
            text_printf(out, "\\\\x%02x", bytes[0]), size = 1;
    }
    text_add(out, "\"");
}

/* Writes what comes before a value: a comma unless it is the first, and its key. */
static void begin_member(struct json *json, const char *key)
{
    struct text *out = &json->text;
    if (out->size && !strchr("{[", out->bytes[out->size - 1]))
        text_add(out, ",");
    if (key) {
        add_string(out, key);
        text_add(out, ":");
    }
}

void json_open(struct json *json, const char *key, char bracket)
{
    if (!json)
        return;
    begin_member(json, key);
    json->depth++;
    text_append(&json->text, &bracket, 1);
}

void json_close(struct json *json, char bracket)
{
    if (!json)
        return;
    json->depth--;
    text_append(&json->text, &bracket, 1);
}

void json_text(struct json *json, const char *key, const char *value)
{
    if (!json)
        return;
    begin_member(json, key);
    if (value)
        add_string(&json->text, value);
    else
        text_add(&json->text, "null");
}

void json_whole(struct json *json, const char *key, int64_t value)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRId64, value);
    json_ready(json, key, digits);
}

void json_flag(struct json *json, const char *key, bool value)
{
    json_ready(json, key, value ? "true" : "false");
}

void json_number(struct json *json, const char *key, double value)
{
    char number[DECIMAL_TEXT];
    bool is_number = isfinite(value);
    json_ready(json, key, is_number ? decimal_write(decimal_plain_zero(value, 9), number) : "null");
}

void json_null(struct json *json, const char *key)
{
    json_ready(json, key, "null");
}

void json_range(struct json *json, const char *key, double low, double high)
{
    json_open(json, key, '[');
    json_number(json, NULL, low);
    json_number(json, NULL, high);
    json_close(json, ']');
}

void json_clear(struct json *json)
{
    if (!json)
        return;
    text_clear(&json->text);
    json->depth = 0;
}

void json_ready(struct json *json, const char *key, const char *value)
{
    if (!json)
        return;
    begin_member(json, key);
    text_add(&json->text, value);
}
