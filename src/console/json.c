/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/json.h"

#include "base/decimal.h"
#include "base/memory.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
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

/* Takes "figure NAME VALUE UNIT" apart; false where the line is none. */
static bool read_figure(char *line, char *part[3])
{
    static const char start[] = "figure ";
    char *rest = NULL;
    double value;
    if (strncmp(line, start, strlen(start)) != 0)
        return false;
    part[0] = strtok_r(line + strlen(start), " ", &rest);
    part[1] = strtok_r(NULL, " ", &rest);
    part[2] = rest;
    return part[1] && part[2] && decimal_read(part[1], &value);
}

static void add_figures(struct json *json, const char *answer)
{
    char *copy = memory_text(answer), *rest = NULL, *part[3];
    bool any = false;
    for (char *line = strtok_r(copy, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        double value = 0;
        if (!read_figure(line, part))
            continue;
        if (!any)
            json_open(json, "figures", '{');
        any = true;
        decimal_read(part[1], &value);
        json_open(json, part[0], '{');
        json_number(json, "value", value);
        json_text(json, "unit", part[2]);
        json_close(json, '}');
    }
    if (any)
        json_close(json, '}');
    free(copy);
}

void json_lines(struct json *json, const char *answer)
{
    struct text line = {0};
    json_open(json, NULL, '{');
    add_figures(json, answer);
    json_open(json, "lines", '[');
    for (size_t size; *answer; answer += size + (answer[size] == '\n')) {
        size = strcspn(answer, "\n");
        text_clear(&line);
        text_append(&line, answer, size);
        json_text(json, NULL, text_string(&line));
    }
    json_close(json, ']');
    json_close(json, '}');
    text_free(&line);
}
