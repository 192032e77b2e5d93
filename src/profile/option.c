/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/option.h"

#include "base/decimal.h"
#include "base/memory.h"
#include "base/edit_distance.h"
#include "profile/file_value.h"
#include "profile/former.h"
#include "profile/yaml.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char by_default[] = "default";

/* Returns whether the value of an option is a string in settings->files. */
static bool is_text(const struct option *option)
{
    return option->type == OPTION_FILE || option->type == OPTION_NAME;
}

/* --- the whole table --- */

/* Sets the option at `index` to its default. */
static void set_standard(struct settings *settings, size_t index, const struct option *option)
{
    settings->values[index] = option->standard;
    settings->files[index] = is_text(option) ? option->words[0] : NULL;
    settings->origins[index] = by_default;
}

void settings_init(struct settings *settings, const struct option_group *const *groups)
{
    size_t count = 0, index = 0;
    for (const struct option_group *const *g = groups; *g; g++)
        count += (*g)->count;
    *settings = (struct settings){.groups = groups, .count = count};
    settings->values = memory_new(count, sizeof *settings->values);
    settings->files = memory_new(count, sizeof *settings->files);
    settings->origins = memory_new(count, sizeof *settings->origins);
    for (const struct option_group *const *g = groups; *g; g++)
        for (size_t i = 0; i < (*g)->count; i++, index++)
            set_standard(settings, index, &(*g)->options[i]);
}

void settings_free(struct settings *settings)
{
    for (size_t i = 0; i < settings->name_count; i++)
        free(settings->names[i]);
    free(settings->names);
    free(settings->values);
    free(settings->files);
    free(settings->origins);
    text_free(&settings->notes);
    *settings = (struct settings){0};
}

/* Returns the settings' own copy of a string; the same pointer for equal strings. */
static const char *intern_name(struct settings *settings, const char *name)
{
    for (size_t i = 0; i < settings->name_count; i++)
        if (strcmp(settings->names[i], name) == 0)
            return settings->names[i];
    settings->names = memory_grow(settings->names, &settings->name_capacity, settings->name_count + 1,
                                  sizeof *settings->names);
    return settings->names[settings->name_count++] = memory_text(name);
}

void settings_copy(struct settings *to, const struct settings *from)
{
    *to = (struct settings){.groups = from->groups, .count = from->count};
    to->values = memory_new(from->count, sizeof *to->values);
    to->files = memory_new(from->count, sizeof *to->files);
    to->origins = memory_new(from->count, sizeof *to->origins);
    memcpy(to->values, from->values, from->count * sizeof *to->values);
    memcpy(to->files, from->files, from->count * sizeof *to->files);
    memcpy(to->origins, from->origins, from->count * sizeof *to->origins);
    if (from->notes.size)
        text_append(&to->notes, from->notes.bytes, from->notes.size);
    /* Origins and files of strings that `from` owns must point to strings of `to`. */
    for (size_t n = 0; n < from->name_count; n++) {
        const char *copy = NULL; /* a name that nothing points to any more is left behind */
        for (size_t i = 0; i < from->count; i++) {
            if (from->origins[i] == from->names[n])
                to->origins[i] = copy = copy ? copy : intern_name(to, from->names[n]);
            if (from->files[i] == from->names[n])
                to->files[i] = copy = copy ? copy : intern_name(to, from->names[n]);
        }
    }
}

bool settings_equal(const struct settings *a, const struct settings *b, const struct option_group *no_account)
{
    int index = 0;
    if (a->count != b->count)
        return false;
    for (const struct option_group *const *g = a->groups; *g; g++)
        for (size_t i = 0; i < (*g)->count; i++, index++)
            if (*g != no_account && !settings_same(a, b, index))
                return false;
    return true;
}

/* --- finding --- */

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

/* Returns the index of an option, given its group and key with their sizes. Returns -1 if there is none. With
 * `key` NULL returns the index of the group's first option. */
static int find_option_row(const struct settings *settings, const char *group, size_t group_size,
                           const char *key, size_t key_size, const struct option_group **found)
{
    size_t first = 0;
    for (const struct option_group *const *g = settings->groups; *g; first += (*g)->count, g++) {
        if (strlen((*g)->name) != group_size || memcmp((*g)->name, group, group_size) != 0)
            continue;
        if (found)
            *found = *g;
        if (!key)
            return (int)first;
        for (size_t i = 0; i < (*g)->count; i++) {
            const char *name = (*g)->options[i].key;
            if (strlen(name) == key_size && memcmp(name, key, key_size) == 0)
                return (int)(first + i);
        }
    }
    return -1;
}

/* Returns the index of the option with that current full key (not a former name), or -1. A key without a
 * point is that of the option with its group's name: "rules" is "rules.rules". */
static int find_current(const struct settings *settings, const char *full_key)
{
    size_t size = strcspn(full_key, ".");
    const char *key = full_key[size] ? full_key + size + 1 : full_key;
    const struct option_group **group_found = NULL; /* only the index is needed */
    return find_option_row(settings, full_key, size, key, strlen(key), group_found);
}

int settings_find(const struct settings *settings, const char *full_key)
{
    int index = find_current(settings, full_key);
    return index < 0 ? former_find(settings, full_key).index : index;
}

char *settings_key(const struct settings *settings, int index, char text[OPTION_KEY_TEXT])
{
    const struct option_group *group = NULL;
    const struct option *option = settings_option(settings, index, &group);
    snprintf(text, OPTION_KEY_TEXT, "%s.%s", option ? group->name : "", option ? option->key : "");
    return text;
}

double settings_get(const struct settings *settings, const char *group, const char *key)
{
    int index = find_option_row(settings, group, strlen(group), key, strlen(key), NULL);
    if (index < 0 || settings->files[index])
        abort(); /* the caller's own spelling is wrong: no user can bring this about */
    return settings->values[index];
}

const char *settings_file(const struct settings *settings, const char *group, const char *key)
{
    int index = find_option_row(settings, group, strlen(group), key, strlen(key), NULL);
    if (index < 0 || !settings->files[index])
        abort();
    return settings->files[index];
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
    int first = find_option_row(settings, group, strlen(group), NULL, 0, &found);
    size_t numbers = 0;
    for (size_t i = 0; first >= 0 && i < found->count; i++)
        if (!is_text(&found->options[i]) && numbers++ < count)
            values[numbers - 1] = settings->values[(size_t)first + i];
    if (first < 0 || numbers != count)
        abort();
}

/* Returns the smaller number. */
static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Returns how far a word is from a key: the smaller of the edit distance to the whole key, and 1 + the edit
 * distance to as much of the key's beginning as the word is long. */
static size_t distance_begun(const char *key, const char *word)
{
    char begun[OPTION_KEY_TEXT];
    snprintf(begun, sizeof begun, "%.*s", (int)strnlen(word, sizeof begun - 1), key);
    return smaller(edit_distance(key, word), edit_distance(begun, word) + 1);
}

/* Returns the edit distance between an unknown key and the key of an option. SIZE_MAX if it is too far. */
static size_t distance_to(const struct settings *settings, int index, const char *full_key)
{
    char key[OPTION_KEY_TEXT];
    const struct option_group *group = NULL;
    const struct option *option = settings_option(settings, index, &group);
    size_t size = strlen(group->name);
    if (strncmp(full_key, group->name, size) == 0 && full_key[size] == '.') { /* the group is right */
        const char *rest = full_key + size + 1;
        size_t distance = distance_begun(option->key, rest);
        return edit_is_near(distance, rest) ? distance : SIZE_MAX;
    }
    size_t distance = smaller(distance_begun(settings_key(settings, index, key), full_key),
                              edit_distance(option->key, full_key)); /* the group may have been forgotten */
    return edit_is_near(distance, full_key) ? distance : SIZE_MAX;
}

enum status settings_unknown(const struct settings *settings, const char *full_key, struct error *error)
{
    /* A whole key may stand behind something else, "invincible.plan_random.weight". */
    const char *dot = strchr(full_key, '.');
    int nearest = dot && strchr(dot + 1, '.') ? settings_find(settings, dot + 1) : -1;
    size_t min = nearest < 0 ? SIZE_MAX : 0; /* 0: no other key is nearer */
    char key[OPTION_KEY_TEXT];
    const struct option_gone *gone = former_find(settings, full_key).gone;
    if (gone)
        return error_set(error, STATUS_BAD, "the option '%.60s' is gone: %s", full_key, gone->why);
    for (int i = 0; i < (int)settings->count; i++) {
        size_t distance = distance_to(settings, i, full_key);
        if (distance < min) {
            min = distance;
            nearest = i;
        }
    }
    if (nearest < 0)
        return error_set(error, STATUS_BAD, "found the unknown key '%.60s'; 'profile show' lists all",
                         full_key);
    return error_set(error, STATUS_BAD, "found the unknown key '%.60s'; the nearest known is '%s'",
                     full_key, settings_key(settings, nearest, key));
}

/* --- values --- */

void option_expects(const struct option *option, struct text *out)
{
    char min[DECIMAL_TEXT], max[DECIMAL_TEXT];
    switch (option->type) {
    case OPTION_FLAG: text_add(out, "yes or no"); break;
    case OPTION_CHOICE:
        for (int i = 0; option->words[i]; i++)
            text_printf(out, "%s%s", i ? ", " : "one of ", option->words[i]);
        break;
    case OPTION_INT:
    case OPTION_NUMBER:
        text_printf(out, "a %s from %s to %s%s%s", option->type == OPTION_INT ? "whole number" : "number",
                    decimal_write(option->min, min), decimal_write(option->max, max),
                    *option->unit ? " " : "", option->unit);
        if (option->words)
            text_printf(out, ", or %s", option->words[0]);
        break;
    case OPTION_FILE:
        text_printf(out, "a file, or %s", option->words[1] ? "one of " : "");
        for (int i = 0; option->words[i]; i++)
            text_printf(out, "%s%s", i ? ", " : "", option->words[i]);
        break;
    case OPTION_NAME:
        text_add(out, "a name");
        for (int i = 0; option->words[i]; i++)
            text_printf(out, "%s%s", i ? ", " : ": ", option->words[i]);
        text_add(out, ", or another");
        break;
    }
}

/* Reads a number; an 's' may follow a number of seconds. */
static bool read_measured(const struct option *option, const char *text, double *value)
{
    char number[80];
    size_t size = strlen(text);
    if (size > 1 && text[size - 1] == 's' && strcmp(option->unit, "seconds") == 0)
        size--;
    snprintf(number, sizeof number, "%.*s", (int)size, text);
    return size < sizeof number && decimal_read(number, value);
}

/* Reads the value of an option that is no file. Of a name only checks the text. `full_key`: for the error. */
static enum status read_number(const struct option *option, const char *full_key, const char *text,
                               double *value, struct error *error)
{
    static const char *const flags[] = {"no", "yes", "off", "on", "false", "true", "0", "1", NULL};
    bool good = false;
    switch (option->type) {
    case OPTION_FLAG:
        for (int i = 0; flags[i] && !good; i++) {
            good = strcmp(flags[i], text) == 0;
            *value = i % 2; /* the words for no and yes alternate */
        }
        break;
    case OPTION_CHOICE:
        for (int i = 0; option->words[i] && !good; i++) {
            good = strcmp(option->words[i], text) == 0;
            *value = i;
        }
        break;
    case OPTION_INT:
    case OPTION_NUMBER:
        if (option->words && strcmp(option->words[0], text) == 0) {
            *value = OPTION_WORD;
            return STATUS_OK;
        }
        good = read_measured(option, text, value) && *value >= option->min && *value <= option->max &&
               (option->type == OPTION_NUMBER || *value == floor(*value));
        break;
    case OPTION_FILE:
        break;
    case OPTION_NAME: good = *text && strlen(text) < OPTION_NAME_TEXT && yaml_is_line(text); break;
    }
    if (good)
        return STATUS_OK;
    struct text expected = {0};
    option_expects(option, &expected);
    const char *quote = *text ? "'" : "";
    error_set(error, STATUS_BAD, "%s: found %s%.60s%s, expected %s", full_key, quote,
              *text ? text : "an empty value", quote, text_string(&expected));
    text_free(&expected);
    return STATUS_BAD;
}

/* Writes the value of an option as text. */
static void write_value(const struct option *option, double value, const char *file, char *text,
                        size_t capacity)
{
    char number[DECIMAL_TEXT];
    const char *shown = is_text(option)                       ? file
                        : option->type == OPTION_FLAG           ? value != 0 ? "yes" : "no"
                        : option->type == OPTION_CHOICE         ? option->words[(int)value]
                        : option->words && value == OPTION_WORD ? option->words[0]
                                                                : decimal_write(value, number);
    snprintf(text, capacity, "%s", shown);
}

void option_show_standard(const struct option *option, char *text, size_t capacity)
{
    write_value(option, option->standard, is_text(option) ? option->words[0] : NULL, text, capacity);
}

void settings_show(const struct settings *settings, int index, char *text, size_t capacity)
{
    write_value(settings_option(settings, index, NULL), settings->values[index], settings->files[index], text,
                capacity);
}

bool settings_same(const struct settings *a, const struct settings *b, int index)
{
    if (a->files[index])
        return strcmp(a->files[index], b->files[index]) == 0;
    return a->values[index] == b->values[index];
}

bool settings_is_standard(const struct settings *settings, int index)
{
    const struct option *option = settings_option(settings, index, NULL);
    if (is_text(option))
        return strcmp(settings->files[index], option->words[0]) == 0;
    return settings->values[index] == option->standard;
}

bool settings_is_given(const struct settings *settings, int index)
{
    return strcmp(settings->origins[index], by_default) != 0;
}

/* --- setting --- */

/* Sets an option; the other setters call it. `place`: how to interpret a path. */
static enum status set_value(struct settings *settings, const char *full_key, const char *value,
                             const struct file_place *place, const char *origin, struct error *error)
{
    char key[OPTION_KEY_TEXT], file[OPTION_VALUE_TEXT];
    double number = 0;
    int index = find_current(settings, full_key);
    if (index < 0 && former_note(settings, full_key, "")) {
        index = former_find(settings, full_key).index;
        if (index < 0) /* it is gone */
            return STATUS_OK;
    }
    if (index < 0)
        return settings_unknown(settings, full_key, error);
    const struct option *option = settings_option(settings, index, NULL);
    settings_key(settings, index, key);
    enum status status = option->type == OPTION_FILE
                             ? file_value_read(option, key, value, place, file, error)
                             : read_number(option, key, value, &number, error);
    if (status)
        return status;
    settings->values[index] = number;
    if (option->type == OPTION_FILE)
        settings->files[index] = intern_name(settings, file);
    if (option->type == OPTION_NAME)
        settings->files[index] = intern_name(settings, value);
    settings->origins[index] = intern_name(settings, origin);
    return STATUS_OK;
}

enum status settings_set(struct settings *settings, const char *full_key, const char *value,
                         const char *origin, struct error *error)
{
    return settings_set_from_file(settings, full_key, value, "", origin, error);
}

enum status settings_set_from_file(struct settings *settings, const char *full_key, const char *value,
                                const char *neighbour, const char *origin, struct error *error)
{
    return set_value(settings, full_key, value, &(const struct file_place){neighbour, false}, origin, error);
}

enum status settings_set_for_now(struct settings *settings, const char *full_key, const char *value,
                                 const char *origin, struct error *error)
{
    return set_value(settings, full_key, value, &(const struct file_place){"", true}, origin, error);
}

void settings_copy_option(struct settings *settings, const struct settings *from, int index)
{
    settings->values[index] = from->values[index];
    if (from->files[index])
        settings->files[index] = intern_name(settings, from->files[index]);
    settings->origins[index] = intern_name(settings, from->origins[index]);
}

/* Copies a word of `size` bytes without the spaces around it. */
static void trim(const char *word, size_t size, char *text)
{
    while (size && *word == ' ') {
        word++;
        size--;
    }
    while (size && word[size - 1] == ' ')
        size--;
    memcpy(text, word, size);
    text[size] = '\0';
}

/* Sets one KEY=VALUE of `size` bytes; seen[index]: the option was set before. */
static enum status set_pair(struct settings *settings, const char *group, const char *pair, size_t size,
                            const char *origin, bool *seen, struct error *error)
{
    char key[OPTION_KEY_TEXT], value[OPTION_VALUE_TEXT], full[2 * OPTION_KEY_TEXT + 2];
    size_t equals = 0;
    *key = '\0';
    while (equals < size && pair[equals] != '=')
        equals++;
    if (equals < size && equals < OPTION_KEY_TEXT && size - equals <= OPTION_VALUE_TEXT)
        trim(pair, equals, key);
    if (!*key)
        return error_set(error, STATUS_BAD, "found '%.*s', expected KEY=VALUE",
                         (int)(size < 60 ? size : 60), pair);
    trim(pair + equals + 1, size - equals - 1, value);
    snprintf(full, sizeof full, "%.*s.%s", OPTION_KEY_TEXT, group, key);
    int index = settings_find(settings, full);
    if (index >= 0 && seen[index])
        return error_set(error, STATUS_BAD, "found the key '%s' twice, expected it once", key);
    if (index >= 0)
        seen[index] = true;
    return settings_set(settings, full, value, origin, error);
}

enum status settings_set_spec(struct settings *settings, const char *group, const char *spec,
                              const char *origin, struct error *error)
{
    enum status status = STATUS_OK;
    if (!spec[strspn(spec, " ")])
        return STATUS_OK;
    struct settings tried;
    settings_copy(&tried, settings);
    bool *seen = memory_new(settings->count, sizeof *seen);
    for (const char *pair = spec;; pair++) {
        size_t size = strcspn(pair, ",");
        status = set_pair(&tried, group, pair, size, origin, seen, error);
        pair += size;
        if (status || !*pair)
            break;
    }
    free(seen);
    if (status) {
        settings_free(&tried);
        return status;
    }
    settings_free(settings);
    *settings = tried;
    return STATUS_OK;
}
