/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For tests: compares answers as JSON, which are known to be sound JSON without blanks, with the shapes of
 * commands/answers.h. Reads lines "WORDS<TAB>ANSWER", where WORDS begin with the name of a command, and
 * prints what does not fit. */
#include "commands/answers.h"
#include "commands/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH = 400 };

static char fault[PATH + 200];

/* Where in an answer a value is. */
static char path[PATH];

static size_t shape_word(const char *shape)
{
    size_t size = strcspn(shape, ",}]>?|");
    while (size && shape[size - 1] == ' ')
        size--;
    return size;
}

static const char *end_of_shape(const char *shape)
{
    int depth = 0;
    if (!strchr("{[<", *shape))
        return shape + shape_word(shape);
    do {
        depth += strchr("{[<", *shape) != NULL;
        depth -= strchr("}]>", *shape) != NULL;
        shape++;
    } while (depth);
    return shape;
}

/* Returns the end of a text in quotes. */
static const char *end_of_string(const char *json)
{
    for (json++; *json != '"'; json++)
        json += *json == '\\';
    return json + 1;
}

static const char *misfit(const char *shape, const char *json)
{
    snprintf(fault, sizeof fault, "%s is %.60s, not %.60s", path, json, shape);
    return NULL;
}

static const char *fit(const char *shape, const char *json, bool whole_answer);

/* Fits the members of the object at `shape` from `json` on, which is behind the bracket or the member before.
 */
static const char *fit_members(const char *shape, const char *json, bool *first)
{
    for (shape++; json && *shape != '}'; shape += strspn(shape, ", ")) {
        size_t size = *shape == '@' ? shape_word(shape) : strcspn(shape, ":"), length = strlen(path);
        if (*shape == '@') {
            json = fit_members(answer_shape(shape + 1, size - 1), json, first);
            shape += size;
            continue;
        }
        json += !*first && *json == ',';
        *first = false;
        if (*json != '"' || strncmp(json + 1, shape, size) != 0 || json[size + 1] != '"') {
            snprintf(path + length, sizeof path - length, ".%.*s", (int)size, shape);
            return misfit("of this name", json);
        }
        snprintf(path + length, sizeof path - length, ".%.*s", (int)size, shape);
        json = fit(shape + size + 2, json + size + 3, false);
        if (json)
            path[length] = '\0';
        shape = end_of_shape(shape + size + 2);
        shape += *shape == '?';
    }
    return json;
}

/* Fits a list, or an object with any names. */
static const char *fit_each(const char *shape, const char *json)
{
    bool map = *shape == '<';
    const char open = map ? '{' : '[', close = map ? '}' : ']';
    size_t length = strlen(path);
    if (*json != open)
        return misfit(shape, json);
    for (json++; json && *json != close; json += json && *json == ',') {
        snprintf(path + length, sizeof path - length, map ? ".*" : "[]");
        if (map)
            json = end_of_string(json) + 1;
        json = fit(shape + 1, json, false);
        if (!json)
            return NULL;
    }
    path[length] = '\0';
    return json + 1;
}

static const char *fit_object(const char *shape, const char *json, bool whole_answer)
{
    bool first = true;
    if (*json != '{')
        return misfit(shape, json);
    json = fit_members(shape, json + 1, &first);
    if (json && whole_answer)
        json = fit_members("{version: text}", json, &first);
    return json && *json != '}' ? misfit("the end", json) : json ? json + 1 : NULL;
}

static const char *fit_kind(const char *shape, const char *json)
{
    size_t size = strspn(json, "-+.0123456789eE"), word = shape_word(shape);
    bool scalar = strncmp(shape, "scalar", word) == 0, flag = strncmp(shape, "flag", word) == 0;
    if (*json == '"' && (scalar || strncmp(shape, "text", word) == 0))
        return end_of_string(json);
    if ((scalar || flag) && (strncmp(json, "true", 4) == 0 || strncmp(json, "false", 5) == 0))
        return json + (*json == 't' ? 4 : 5);
    bool whole = strspn(json, "-0123456789") == size;
    bool number = scalar || strncmp(shape, "number", word) == 0 ||
                  (whole && strncmp(shape, "whole", word) == 0);
    return size && number ? json + size : misfit(shape, json);
}

/* Returns what follows a value that fits the shape at the start of `shape`; NULL and `fault` if none does. */
static const char *fit(const char *shape, const char *json, bool whole_answer)
{
    bool null = strncmp(json, "null", 4) == 0;
    if (null)
        return *end_of_shape(shape) == '?' ? json + 4 : misfit(shape, json);
    if (*shape == '@') {
        size_t size = shape_word(shape);
        bool command = false; /* the answer of one, within another */
        for (size_t i = 0; i < command_table.count; i++)
            command |= strlen(command_table.rows[i]->name) == size - 1 &&
                       strncmp(command_table.rows[i]->name, shape + 1, size - 1) == 0;
        return fit(answer_shape(shape + 1, size - 1), json, whole_answer || command);
    }
    return *shape == '{'                     ? fit_object(shape, json, whole_answer)
           : *shape == '[' || *shape == '<' ? fit_each(shape, json)
                                             : fit_kind(shape, json);
}

/* The command with the longest name that the words begin with. */
static const struct command *find_command(const char *words)
{
    const struct command *found = NULL;
    for (size_t i = 0; i < command_table.count; i++) {
        size_t size = strlen(command_table.rows[i]->name);
        if (strncmp(words, command_table.rows[i]->name, size) == 0 && strchr(" \t", words[size]) &&
            (!found || size > strlen(found->name)))
            found = command_table.rows[i];
    }
    return found;
}

int main(void)
{
    char *line = NULL;
    size_t capacity = 0;
    bool failed = false;
    for (ssize_t size; (size = getline(&line, &capacity, stdin)) > 0;) {
        const struct command *command = find_command(line);
        char *answer = strchr(line, '\t');
        const char *end = NULL;
        line[size - 1] = '\0';
        for (const char *shape = command && answer ? answer_of_command(command) : NULL; shape && !end;) {
            snprintf(path, sizeof path, "%s", command->name);
            end = fit(shape, answer + 1, true);
            shape = end_of_shape(shape);
            shape = *shape ? shape + strlen(" | ") : NULL;
        }
        if (!end || *end)
            printf("%.*s: %s\n", answer ? (int)(answer - line) : 80, line,
                   end ? "more than an answer" : fault);
        failed |= !end || *end;
    }
    free(line);
    return failed;
}
