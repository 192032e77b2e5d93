/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/json.h"

#include "base/decimal.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static void add_string(struct text *out, const char *string)
{
    text_add(out, "\"");
    for (const char *c = string; *c; c++) {
        unsigned char byte = (unsigned char)*c;
        if (byte == '"' || byte == '\\')
            text_printf(out, "\\%c", byte);
        else if (byte == '\n')
            text_add(out, "\\n");
        else if (byte < 0x20 || byte == 0x7f)
            text_printf(out, "\\u%04x", byte);
        else
            text_append(out, c, 1);
    }
    text_add(out, "\"");
}

/* What stands before a value: a comma, but for the first of all or of its brackets, and its key. */
static void begin(struct json *json, const char *key)
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
    begin(json, key);
    json->depth++;
    text_append(&json->text, &bracket, 1);
}

void json_close(struct json *json, char bracket)
{
    json->depth--;
    text_append(&json->text, &bracket, 1);
}

void json_text(struct json *json, const char *key, const char *value)
{
    begin(json, key);
    if (value)
        add_string(&json->text, value);
    else
        text_add(&json->text, "null");
}

void json_whole(struct json *json, const char *key, int64_t value)
{
    begin(json, key);
    text_printf(&json->text, "%" PRId64, value);
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

void json_ready(struct json *json, const char *key, const char *value)
{
    begin(json, key);
    text_add(&json->text, value);
}
