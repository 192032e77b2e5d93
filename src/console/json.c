/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/json.h"

#include "base/ascii.h"
#include "base/decimal.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Splits "figure NAME VALUE UNIT" in place into part[0 .. 2]. False if the line has another form. */
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

/* Adds the object `figures` from the lines of an answer; other lines are skipped. */
static void add_figures(struct json *json, const char *answer)
{
    char *copy = memory_text(answer), *rest = NULL, *part[3];
    json_open(json, "figures", '{');
    for (char *line = strtok_r(copy, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        double value = 0;
        if (!read_figure(line, part))
            continue;
        decimal_read(part[1], &value);
        json_printf(json, "%s: {value: %g, unit: %s}",
                    part[0], value, part[2][0] && strcmp(part[2], "-") != 0 ? part[2] : NULL);
    }
    json_close(json, '}');
    free(copy);
}

void json_add_line_list(struct json *json, const char *key, const char *lines)
{
    struct text line = {0};
    json_open(json, key, '[');
    for (size_t size; *lines; lines += size + (lines[size] == '\n')) {
        size = strcspn(lines, "\n");
        text_clear(&line);
        text_append(&line, lines, size);
        json_add_text(json, NULL, text_string(&line));
    }
    json_close(json, ']');
    text_free(&line);
}

void json_add_lines(struct json *json, const char *answer)
{
    json_open(json, NULL, '{');
    add_figures(json, answer);
    json_add_line_list(json, "lines", answer);
    json_close(json, '}');
}

/* The parts of an error message "FILE:LINE:COLUMN: text". */
struct fault_place {
    size_t file;        /* size of the file's name in bytes; 0: no file */
    int64_t line, column; /* from 1; 0: not given */
    const char *text;   /* the message without its place */
};

/* Reads ":NUMBER" at `colon` into *number if another ':' follows, and returns that ':'. If none follows,
 * returns `colon`. */
static const char *read_place_number(const char *colon, int64_t *number)
{
    const char *digit = colon + 1;
    int64_t sum = 0;
    if (*colon != ':' || !ascii_is_digit(*digit))
        return colon;
    for (; ascii_is_digit(*digit) && sum < INT64_MAX / 20; digit++)
        sum = 10 * sum + (*digit - '0');
    if (*digit != ':')
        return colon;
    *number = sum;
    return digit;
}

/* Finds the parts of an error message. `from`: the size of the file's name if it is known, 0 if not. */
static struct fault_place read_fault_place(const char *line, size_t name_size)
{
    struct fault_place place = {.text = line};
    for (const char *colon = line + name_size; (colon = strchr(colon, ':')); colon++) {
        const char *end = read_place_number(read_place_number(colon, &place.line), &place.column);
        if (end[0] == ':' && end[1] == ' ') {
            place.file = (size_t)(colon - line);
            place.text = end + 2;
            break;
        }
        place.line = place.column = 0;
    }
    return place;
}

/* Adds a number, or null for 0. */
static void add_count(struct json *json, const char *key, int64_t count)
{
    if (count)
        json_add_whole(json, key, count);
    else
        json_add_null(json, key);
}

void json_fault(struct json *json, const char *key, const char *line, const char *path)
{
    struct text plain = {0};
    text_add_plain(&plain, path ? path : "");
    size_t size = plain.size && strncmp(line, plain.bytes, plain.size) == 0 ? plain.size : 0;
    struct fault_place place = read_fault_place(line, size);
    json_open(json, key, '{');
    text_clear(&plain);
    text_append(&plain, line, place.file);
    json_add_text(json, "file", path ? path : place.file ? text_string(&plain) : NULL);
    add_count(json, "line", place.line);
    add_count(json, "column", place.column);
    json_printf(json, "text: %s}", place.text);
    text_free(&plain);
}

void json_add_faults(struct json *json, const char *key, const char *lines, const char *path)
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
    json_printf(json, "{format: %s, text: %s}", format, text);
}
