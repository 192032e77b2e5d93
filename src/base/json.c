/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/json.h"

#include "base/decimal.h"
#include "base/utf8.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Writes a character as an escape: \n or \uNNNN, above U+FFFF a pair of surrogates. */
static void add_escaped(struct text *out, uint32_t point)
{
    if (point == '\n')
        text_add(out, "\\n");
    else if (point < 0x10000)
        text_printf(out, "\\u%04x", (unsigned)point);
    else /* UTF-16: ten bits in each surrogate */
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
        if (*string == '"' || *string == '\\') {
            text_printf(out, "\\%c", *string);
            size = 1;
        } else if ((size = utf8_shown(bytes, bytes_left))) {
            text_append(out, string, size);
        } else if ((size = utf8_decode(string, bytes_left, &point))) {
            add_escaped(out, point);
        } else { /* not UTF-8: the text \xNN, whose '\' is escaped */
            text_printf(out, "\\\\x%02x", bytes[0]);
            size = 1;
        }
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

void json_add_text(struct json *json, const char *key, const char *value)
{
    if (!json)
        return;
    begin_member(json, key);
    if (value)
        add_string(&json->text, value);
    else
        text_add(&json->text, "null");
}

void json_add_whole(struct json *json, const char *key, int64_t value)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRId64, value);
    json_add_ready(json, key, digits);
}

void json_add_flag(struct json *json, const char *key, bool value)
{
    json_add_ready(json, key, value ? "true" : "false");
}

void json_add_number(struct json *json, const char *key, double value)
{
    char number[DECIMAL_TEXT];
    bool is_number = isfinite(value);
    /* Below nine decimals a negative number is a rounding error of 0. */
    json_add_ready(json, key, is_number ? decimal_write(decimal_plain_zero(value, 9), number) : "null");
}

void json_add_null(struct json *json, const char *key)
{
    json_add_ready(json, key, "null");
}

/* Writes the argument of a conversion such as "%lu"; returns the conversion's size in bytes. */
static size_t write_argument(struct json *json, const char *key, const char *conversion, va_list *args)
{
    char digits[24];
    uint64_t whole;
    size_t longs = strspn(conversion + 1, "l"), sizes = strspn(conversion + 1, "z"), last = 1 + longs + sizes;
    switch (conversion[last]) {
    case 's': json_add_text(json, key, va_arg(*args, const char *)); break;
    case 'g': json_add_number(json, key, va_arg(*args, double)); break;
    case 'i': json_add_flag(json, key, va_arg(*args, int)); break;
    case 'd':
        json_add_whole(json, key, longs > 1 ? va_arg(*args, long long)
                                  : longs   ? va_arg(*args, long)
                                            : va_arg(*args, int));
        break;
    default:
        assert(conversion[last] == 'u');
        whole = sizes       ? va_arg(*args, size_t)
                : longs > 1 ? va_arg(*args, unsigned long long)
                : longs     ? va_arg(*args, unsigned long)
                            : va_arg(*args, unsigned);
        snprintf(digits, sizeof digits, "%" PRIu64, whole);
        json_add_ready(json, key, digits);
    }
    return last + 1;
}

void json_printf(struct json *json, const char *skeleton, ...)
{
    const char *at = skeleton, *key = NULL;
    char word[64]; /* the name from the skeleton */
    va_list args;
    if (!json)
        return;
    va_start(args, skeleton);
    /* Each round handles one item of the skeleton: a key, a literal value, a conversion or a bracket. */
    while (*(at += strspn(at, " ,:"))) {
        size_t size = strcspn(at, " ,:{}[]%");
        const char *name = NULL; /* of the value that follows */
        if (size && at[size] == ':') {
            snprintf(word, sizeof word, "%.*s", (int)size, at);
            name = word;
        } else if (size) {
            begin_member(json, key);
            text_append(&json->text, at, size);
        } else if (strncmp(at, "%s:", 3) == 0) {
            name = va_arg(args, const char *);
            size = 2;
        } else if (*at == '%') {
            size = write_argument(json, key, at, &args);
        } else if (*at == '{' || *at == '[') {
            json_open(json, key, *at);
            size = 1;
        } else {
            json_close(json, *at);
            size = 1;
        }
        key = name;
        at += size;
    }
    va_end(args);
}

void json_clear(struct json *json)
{
    if (!json)
        return;
    text_clear(&json->text);
    json->depth = 0;
}

void json_add_ready(struct json *json, const char *key, const char *value)
{
    if (!json)
        return;
    begin_member(json, key);
    text_add(&json->text, value);
}
