/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/json.h"

#include "base/ascii.h"
#include "base/decimal.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

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
    json_open(json, "figures", '{');
    for (char *line = strtok_r(copy, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        double value = 0;
        if (!read_figure(line, part))
            continue;
        decimal_read(part[1], &value);
        json_open(json, part[0], '{');
        json_number(json, "value", value);
        json_text(json, "unit", part[2][0] && strcmp(part[2], "-") != 0 ? part[2] : NULL);
        json_close(json, '}');
    }
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

/* What stands before the text of an error. */
struct fault_place {
    size_t file;        /* bytes of the file's name; 0: none */
    int64_t line, column; /* 0: not said */
    const char *text;
};

/* Passes ":NUMBER" over, the number into *number. */
static const char *pass_number(const char *at, int64_t *number)
{
    const char *digit = at + 1;
    int64_t sum = 0;
    if (*at != ':' || !ascii_is_digit(*digit))
        return at;
    for (; ascii_is_digit(*digit) && sum < INT64_MAX / 20; digit++)
        sum = 10 * sum + (*digit - '0');
    if (*digit != ':')
        return at;
    *number = sum;
    return digit;
}

/* `from`: where the file's name ends, if that is known, else 0. */
static struct fault_place place_of(const char *line, size_t from)
{
    struct fault_place place = {.text = line};
    for (const char *at = line + from; (at = strchr(at, ':')); at++) {
        const char *end = pass_number(pass_number(at, &place.line), &place.column);
        if (end[0] == ':' && end[1] == ' ') {
            place.file = (size_t)(at - line);
            place.text = end + 2;
            break;
        }
        place.line = place.column = 0;
    }
    return place;
}

static void add_count(struct json *json, const char *key, int64_t count)
{
    if (count)
        json_whole(json, key, count);
    else
        json_null(json, key);
}

void json_fault(struct json *json, const char *key, const char *line, const char *path)
{
    struct text plain = {0};
    text_add_plain(&plain, path ? path : "");
    size_t size = plain.size && strncmp(line, plain.bytes, plain.size) == 0 ? plain.size : 0;
    struct fault_place place = place_of(line, size);
    json_open(json, key, '{');
    text_clear(&plain);
    text_append(&plain, line, place.file);
    json_text(json, "file", path ? path : place.file ? text_string(&plain) : NULL);
    add_count(json, "line", place.line);
    add_count(json, "column", place.column);
    json_text(json, "text", place.text);
    json_close(json, '}');
    text_free(&plain);
}

void json_faults(struct json *json, const char *key, const char *lines, const char *path)
{
    char *copy = memory_text(lines), *rest = NULL;
    json_open(json, key, '[');
    for (char *line = strtok_r(copy, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        json_fault(json, NULL, line, path);
    json_close(json, ']');
    free(copy);
}

void json_document(struct json *json, const char *format, const char *text)
{
    json_open(json, NULL, '{');
    json_text(json, "format", format);
    json_text(json, "text", text);
    json_close(json, '}');
}
