/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/json.h"

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
