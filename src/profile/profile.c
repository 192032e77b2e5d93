/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/profile.h"

#include "base/disk.h"
#include "base/memory.h"
#include "base/edit_distance.h"
#include "profile/former.h"
#include "profile/yaml.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char format_name[] = "vedette-profile/1";

/* One file being read. */
struct reading {
    const char *name;
    struct settings *settings;
    const struct yaml **seen; /* by the option's index: the value that set it, or NULL */
    struct error *error;      /* gets the first fault */
    struct text *faults;      /* gets a line for each; NULL: the first ends the reading */
    bool faulty;              /* there was one */
};

/* Whether the reading goes on after that status of a part of it. */
static bool goes_on(struct reading *reading, enum status status)
{
    return status == STATUS_OK || (status == STATUS_BAD && reading->faults);
}

/* Fills in a fault at a place. */
__attribute__((format(printf, 4, 5)))
static enum status fault_at(struct reading *reading, size_t line, size_t column, const char *format, ...)
{
    struct error fault = {0};
    va_list args;
    va_start(args, format);
    error_vat(&fault, reading->name, line, column, format, args);
    va_end(args);
    if (!reading->faulty && reading->error)
        *reading->error = fault;
    if (reading->faults)
        text_printf(reading->faults, "%s\n", fault.text);
    reading->faulty = true;
    return STATUS_BAD;
}

static enum status value_fault(struct reading *reading, const struct yaml *value,
                               const char *text)
{
    return fault_at(reading, value->line, value->column, "%s", text);
}

static enum status key_fault(struct reading *reading, const struct yaml *value,
                             const char *text)
{
    return fault_at(reading, value->key_line, value->key_column, "%s", text);
}

static const char *kind_name(const struct yaml *value)
{
    return value->kind == YAML_SCALAR    ? "one value"
           : value->kind == YAML_MAPPING ? "a mapping"
                                         : "a list";
}

/* Notes that a key of the file is a name of before, with its place; `full_key` NULL: of a group. False where
 * it is none. */
static bool note_former(struct reading *reading, const char *full_key, const struct yaml *value)
{
    struct text place = {0};
    text_printf(&place, "%s:%zu:%zu: ", reading->name, value->key_line, value->key_column);
    bool former = full_key ? former_note(reading->settings, full_key, text_string(&place))
                           : former_note_group(reading->settings, value->key, text_string(&place));
    text_free(&place);
    return former;
}

/* Sets the option `full_key`, which is known or not, to what stands under a key of the file. */
static enum status set_option(struct reading *reading, const char *full_key,
                              const struct yaml *value)
{
    struct error why;
    char key[OPTION_KEY_TEXT];
    int index = settings_find(reading->settings, full_key);
    /* "{piece: 1,5}" holds two keys for YAML. */
    if (index < 0 && value->key[0] && !value->key[strspn(value->key, "0123456789")])
        return fault_at(reading, value->key_line, value->key_column,
                        "found '%s' as a key, expected a name: numbers are written with a point, as 0.5",
                        value->key);
    if (index < 0 && note_former(reading, full_key, value)) /* an option that is gone */
        return STATUS_OK;
    if (index < 0) {
        settings_unknown(reading->settings, full_key, &why);
        return key_fault(reading, value, why.text);
    }
    if (strcmp(settings_key(reading->settings, index, key), full_key) != 0)
        note_former(reading, full_key, value);
    if (reading->seen[index])
        return fault_at(reading, value->key_line, value->key_column,
                        "found '%s' again, expected it once (it is in line %zu)", key,
                        reading->seen[index]->key_line);
    reading->seen[index] = value;
    if (value->kind != YAML_SCALAR)
        return fault_at(reading, value->line, value->column,
                        "%s: found %s, expected one value", key, kind_name(value));
    enum status status =
        settings_set_beside(reading->settings, full_key, value->text, reading->name, reading->name, &why);
    return status ? value_fault(reading, value, why.text) : STATUS_OK;
}

static enum status unknown_group(struct reading *reading, const struct yaml *value)
{
    const char *nearest = NULL;
    size_t min = SIZE_MAX;
    for (const struct option_group *const *g = reading->settings->groups; *g; g++) {
        if (edit_is_nearer((*g)->name, value->key, &min))
            nearest = (*g)->name;
    }
    if (!nearest)
        return fault_at(reading, value->key_line, value->key_column,
                        "found the unknown group '%s'; 'profile show' lists all options", value->key);
    return fault_at(reading, value->key_line, value->key_column,
                    "found the unknown group '%s'; the nearest known is '%s'", value->key, nearest);
}

/* Sets what stands under one key at the left: a group, one option, or the format. */
static enum status set_entry(struct reading *reading, const struct yaml *entry)
{
    bool is_format = strcmp(entry->key, "format") == 0;
    if (is_format && (entry->kind != YAML_SCALAR || strcmp(entry->text, format_name) != 0))
        return fault_at(reading, entry->line, entry->column,
                        "found %s%.60s%s, expected the format '%s'", entry->text ? "'" : "",
                        entry->text ? entry->text : kind_name(entry), entry->text ? "'" : "",
                        format_name);
    if (is_format)
        return STATUS_OK;
    const struct option_group *group = former_group(reading->settings, entry->key);
    if (entry->kind == YAML_SCALAR &&
        (!group || settings_find(reading->settings, entry->key) >= 0))
        return set_option(reading, entry->key, entry);
    if (!group)
        return unknown_group(reading, entry);
    if (entry->kind != YAML_MAPPING)
        return fault_at(reading, entry->line, entry->column,
                        "%s: found %s, expected options as 'key: value'", entry->key,
                        kind_name(entry));
    note_former(reading, NULL, entry);
    for (const struct yaml *value = entry->child; value; value = value->next) {
        char key[2 * OPTION_KEY_TEXT + 2]; /* a key of the file has YAML_KEY bytes at most */
        snprintf(key, sizeof key, "%s.%s", group->name, value->key);
        enum status status = set_option(reading, key, value);
        if (!goes_on(reading, status))
            return status;
    }
    return STATUS_OK;
}

static enum status set_all(struct reading *reading, const struct yaml *root)
{
    if (root->kind != YAML_MAPPING)
        return value_fault(reading, root, "found no mapping, expected groups of options as 'group: "
                                          "{key: value}'");
    enum status status = STATUS_OK;
    if (!yaml_get(root, "format")) /* first: it stands before all else of the file */
        status = fault_at(reading, root->line, root->column,
                          "found no key 'format', expected 'format: %s'", format_name);
    for (const struct yaml *entry = root->child; entry && goes_on(reading, status); entry = entry->next)
        status = set_entry(reading, entry);
    if (!goes_on(reading, status))
        return status;
    return reading->faulty ? STATUS_BAD : STATUS_OK;
}

enum status profile_parse_all(struct settings *settings, const char *name, const char *bytes, size_t size,
                              struct text *faults, struct error *error)
{
    struct yaml *root;
    struct error why = {0};
    enum status status = yaml_parse(name, bytes, size, &root, &why);
    if (status && faults)
        text_printf(faults, "%s\n", why.text);
    if (status)
        return error_set(error, status, "%s", why.text);
    struct settings tried;
    settings_copy(&tried, settings);
    struct reading reading = {.name = name, .settings = &tried, .error = error, .faults = faults};
    reading.seen = memory_new(tried.count, sizeof *reading.seen);
    status = set_all(&reading, root);
    free(reading.seen);
    yaml_drop(root);
    if (status) {
        settings_free(&tried);
        return status;
    }
    settings_free(settings);
    *settings = tried;
    return STATUS_OK;
}

enum status profile_parse(struct settings *settings, const char *name, const char *bytes,
                          size_t size, struct error *error)
{
    return profile_parse_all(settings, name, bytes, size, NULL, error);
}

enum status profile_read_all(struct settings *settings, const char *path, bool regular, struct text *faults,
                             struct error *error)
{
    struct text text = {0};
    struct error why = {0};
    enum status status = regular ? disk_read_regular(path, YAML_SIZE, &text, &why)
                                 : disk_read(path, YAML_SIZE, &text, &why);
    if (status && faults)
        text_printf(faults, "%s\n", why.text);
    if (status)
        error_set(error, status, "%s", why.text);
    else
        status = profile_parse_all(settings, path, text_string(&text), text.size, faults, error);
    text_free(&text);
    return status;
}

enum status profile_read(struct settings *settings, const char *path, struct error *error)
{
    return profile_read_all(settings, path, false, NULL, error);
}

enum status profile_read_regular(struct settings *settings, const char *path, struct error *error)
{
    return profile_read_all(settings, path, true, NULL, error);
}

/* --- writing --- */

/* One option with all that is known of it, as comments above its line. */
static void write_option(const struct settings *settings, int index, bool whole, struct text *out)
{
    char value[OPTION_VALUE_TEXT];
    const struct option *option = settings_option(settings, index, NULL);
    settings_show(settings, index, value, sizeof value);
    if (whole) {
        text_printf(out, "  # %s; ", option->meaning);
        option_expects(option, out);
        text_printf(out, "%s%s%s\n", *option->source ? " (" : "", option->source,
                    *option->source ? ")" : "");
    }
    text_printf(out, "  %s: ", option->key);
    yaml_write_scalar(value, out);
    text_add(out, "\n");
}

void profile_write(const struct settings *settings, bool whole, struct text *out)
{
    const struct option_group *last = NULL, *group = NULL;
    text_printf(out, "format: %s\n", format_name);
    for (size_t i = 0; i < settings->count; i++) {
        settings_option(settings, (int)i, &group);
        if (!whole && settings_is_standard(settings, (int)i))
            continue;
        if (group != last && whole)
            text_printf(out, "\n# %s\n", group->meaning);
        if (group != last)
            text_printf(out, "%s:\n", group->name);
        last = group;
        write_option(settings, (int)i, whole, out);
    }
}
