/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/option.h"

#include "base/memory.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_TEXT = 128 };

static size_t count_options(const struct option_group *const *groups)
{
    size_t count = 0;
    for (; *groups; groups++)
        count += (*groups)->count;
    return count;
}

void settings_init(struct settings *settings, const struct option_group *const *groups)
{
    *settings = (struct settings){.groups = groups, .count = count_options(groups)};
    settings->values = memory_new(settings->count, sizeof *settings->values);
    settings->origins = memory_new(settings->count, sizeof *settings->origins);
    size_t index = 0;
    for (; *groups; groups++)
        for (size_t i = 0; i < (*groups)->count; i++, index++) {
            settings->values[index] = (*groups)->options[i].standard;
            settings->origins[index] = "default";
        }
}

void settings_free(struct settings *settings)
{
    for (size_t i = 0; i < settings->name_count; i++)
        free(settings->names[i]);
    free(settings->names);
    free(settings->values);
    free(settings->origins);
    *settings = (struct settings){0};
}

/* The settings' own copy of a layer's name, the same one each time. */
static const char *keep_name(struct settings *settings, const char *name)
{
    for (size_t i = 0; i < settings->name_count; i++)
        if (strcmp(settings->names[i], name) == 0)
            return settings->names[i];
    settings->names = memory_grow(settings->names, &settings->name_room, settings->name_count + 1,
                                  sizeof *settings->names);
    return settings->names[settings->name_count++] = memory_text(name);
}

void settings_copy(struct settings *to, const struct settings *from)
{
    settings_free(to);
    settings_init(to, from->groups);
    memcpy(to->values, from->values, from->count * sizeof *from->values);
    for (size_t i = 0; i < from->count; i++)
        to->origins[i] = keep_name(to, from->origins[i]);
}

const struct option *settings_option(const struct settings *settings, int index,
                                     const struct option_group **group)
{
    size_t left = (size_t)index;
    for (const struct option_group *const *g = settings->groups; *g; left -= (*g)->count, g++)
        if (left < (*g)->count) {
            if (group)
                *group = *g;
            return &(*g)->options[left];
        }
    return NULL;
}

/* The index of a group's first option, and the group; -1 where there is none of that name. */
static int find_group(const struct settings *settings, const char *name, size_t size,
                      const struct option_group **group)
{
    size_t index = 0;
    for (const struct option_group *const *g = settings->groups; *g; index += (*g)->count, g++)
        if (strlen((*g)->name) == size && memcmp((*g)->name, name, size) == 0) {
            *group = *g;
            return (int)index;
        }
    return -1;
}

int settings_find(const struct settings *settings, const char *full_key)
{
    const struct option_group *group;
    const char *dot = strchr(full_key, '.');
    int first = dot ? find_group(settings, full_key, (size_t)(dot - full_key), &group) : -1;
    for (size_t i = 0; first >= 0 && i < group->count; i++)
        if (strcmp(group->options[i].key, dot + 1) == 0)
            return first + (int)i;
    return -1;
}

double settings_get(const struct settings *settings, const char *group, const char *key)
{
    char full[KEY_TEXT];
    snprintf(full, sizeof full, "%s.%s", group, key);
    int index = settings_find(settings, full);
    if (index < 0)
        abort(); /* the caller's own spelling is wrong: no user can bring this about */
    return settings->values[index];
}

int settings_int(const struct settings *settings, const char *group, const char *key)
{
    return (int)settings_get(settings, group, key);
}

bool settings_flag(const struct settings *settings, const char *group, const char *key)
{
    return settings_get(settings, group, key) != 0;
}

void settings_group(const struct settings *settings, const char *group, double *values, size_t count)
{
    const struct option_group *found = NULL;
    int first = find_group(settings, group, strlen(group), &found);
    if (first < 0 || found->count != count)
        abort();
    memcpy(values, settings->values + first, count * sizeof *values);
}

/* Reads a whole number or a decimal fraction, with a point whatever the locale. */
static bool read_number(const char *text, double *value)
{
    if (strspn(text, "+-.0123456789eE") != strlen(text) || !*text)
        return false;
    locale_t plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    locale_t before = plain ? uselocale(plain) : (locale_t)0;
    char *end;
    *value = strtod(text, &end);
    if (plain) {
        uselocale(before);
        freelocale(plain);
    }
    return *end == '\0' && isfinite(*value);
}

static bool read_flag(const char *text, double *value)
{
    static const char *const words[] = {"no", "yes", "off", "on", "false", "true", "0", "1"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(text, words[i]) == 0) {
            *value = (double)(i % 2);
            return true;
        }
    return false;
}

static bool read_word(const struct option *option, const char *text, double *value)
{
    for (int i = 0; option->words[i]; i++)
        if (strcmp(option->words[i], text) == 0) {
            *value = i;
            return true;
        }
    return false;
}

/* "one of a, b, c", "yes or no", "a whole number from 0 to 20". */
static void say_expected(const struct option *option, char *text, size_t room)
{
    if (option->type == OPTION_FLAG) {
        snprintf(text, room, "yes or no");
    } else if (option->type == OPTION_CHOICE) {
        int used = snprintf(text, room, "one of");
        for (int i = 0; option->words[i] && used > 0 && (size_t)used < room; i++)
            used += snprintf(text + used, room - (size_t)used, "%s %s", i ? "," : "",
                             option->words[i]);
    } else {
        snprintf(text, room, "a %snumber from %g to %g", option->type == OPTION_INT ? "whole " : "",
                 option->least, option->most);
    }
}

static enum status read_value(const struct option *option, const char *full_key, const char *text,
                              double *value, struct error *error)
{
    bool good;
    char expected[200];
    if (option->type == OPTION_FLAG)
        good = read_flag(text, value);
    else if (option->type == OPTION_CHOICE)
        good = read_word(option, text, value);
    else
        good = read_number(text, value) && *value >= option->least && *value <= option->most &&
               (option->type == OPTION_NUMBER || *value == floor(*value));
    if (good)
        return STATUS_OK;
    say_expected(option, expected, sizeof expected);
    return error_set(error, STATUS_BAD, "%s: '%.60s' found, %s expected", full_key, text, expected);
}

/* The number of letters to add, drop or change that make one word of the other (Levenshtein 1966). */
static size_t edit_distance(const char *a, const char *b)
{
    size_t row[KEY_TEXT], columns = strlen(b);
    if (columns >= KEY_TEXT || strlen(a) >= KEY_TEXT)
        return KEY_TEXT;
    for (size_t j = 0; j <= columns; j++)
        row[j] = j;
    for (size_t i = 1; a[i - 1]; i++) {
        size_t corner = row[0];
        row[0] = i;
        for (size_t j = 1; j <= columns; j++) {
            size_t best = corner + (a[i - 1] != b[j - 1]);
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            corner = row[j];
            row[j] = best;
        }
    }
    return row[columns];
}

static enum status unknown_key(const struct settings *settings, const char *full_key,
                               struct error *error)
{
    char nearest[KEY_TEXT] = "", key[KEY_TEXT];
    size_t least = KEY_TEXT;
    for (const struct option_group *const *g = settings->groups; *g; g++)
        for (size_t i = 0; i < (*g)->count; i++) {
            snprintf(key, sizeof key, "%s.%s", (*g)->name, (*g)->options[i].key);
            size_t distance = edit_distance(key, full_key);
            if (distance < least) {
                least = distance;
                memcpy(nearest, key, sizeof nearest);
            }
        }
    if (least > strlen(full_key) / 2)
        return error_set(error, STATUS_BAD, "unknown option '%.80s'", full_key);
    return error_set(error, STATUS_BAD, "unknown option '%.80s'; did you mean %s?", full_key,
                     nearest);
}

enum status settings_set(struct settings *settings, const char *full_key, const char *value,
                         const char *origin, struct error *error)
{
    int index = settings_find(settings, full_key);
    if (index < 0)
        return unknown_key(settings, full_key, error);
    double number = 0;
    enum status status =
        read_value(settings_option(settings, index, NULL), full_key, value, &number, error);
    if (status == STATUS_OK) {
        settings->values[index] = number;
        settings->origins[index] = keep_name(settings, origin);
    }
    return status;
}

enum status settings_set_spec(struct settings *settings, const char *group, const char *spec,
                              const char *origin, struct error *error)
{
    struct settings tried = {0};
    settings_copy(&tried, settings);
    enum status status = STATUS_OK;
    while (status == STATUS_OK) {
        char full[KEY_TEXT], value[KEY_TEXT];
        size_t size = strcspn(spec, ","), key = strcspn(spec, "=,");
        if (key >= size || size >= KEY_TEXT - strlen(group) - 2) {
            status = error_set(error, STATUS_BAD, "'%.*s' found, KEY=VALUE expected",
                               (int)(size < 60 ? size : 60), spec);
            break;
        }
        snprintf(full, sizeof full, "%s.%.*s", group, (int)key, spec);
        snprintf(value, sizeof value, "%.*s", (int)(size - key - 1), spec + key + 1);
        status = settings_set(&tried, full, value, origin, error);
        spec += size;
        if (*spec++ != ',')
            break;
    }
    if (status != STATUS_OK) {
        settings_free(&tried);
        return status;
    }
    settings_free(settings);
    *settings = tried;
    return STATUS_OK;
}

/* The shortest number that is read as the same value again. */
static void show_number(double value, char *text, size_t room)
{
    for (int digits = 10; digits <= 17; digits++) {
        snprintf(text, room, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            return;
    }
}

void settings_show(const struct settings *settings, int index, char *text, size_t room)
{
    const struct option *option = settings_option(settings, index, NULL);
    double value = settings->values[index];
    if (option->type == OPTION_FLAG)
        snprintf(text, room, "%s", value != 0 ? "yes" : "no");
    else if (option->type == OPTION_CHOICE)
        snprintf(text, room, "%s", option->words[(int)value]);
    else
        show_number(value, text, room);
}
