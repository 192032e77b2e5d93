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

/* The state of reading one file. */
struct profile_reader {
    const char *name;
    struct settings *settings;
    const struct yaml **seen; /* by option index: the node that set it, or NULL */
    struct error *error;      /* gets the first fault */
    struct text *faults;      /* gets a line per fault; NULL: reading stops at the first fault */
    bool faulty;              /* a fault was found */
};

/* Returns whether to continue after an entry returned `status`. */
static bool can_continue(struct profile_reader *profile_reader, enum status status)
{
    return status == STATUS_OK || (status == STATUS_BAD && profile_reader->faults);
}

/* Records a fault at a place in the file; the first one is also the reader's error. Returns STATUS_BAD. */
__attribute__((format(printf, 4, 5)))
static enum status report_fault_at(struct profile_reader *profile_reader, size_t line, size_t column,
                                   const char *format, ...)
{
    struct error fault = {0};
    va_list args;
    va_start(args, format);
    error_vat(&fault, profile_reader->name, line, column, format, args);
    va_end(args);
    if (!profile_reader->faulty && profile_reader->error)
        *profile_reader->error = fault;
    if (profile_reader->faults)
        text_printf(profile_reader->faults, "%s\n", fault.text);
    profile_reader->faulty = true;
    return STATUS_BAD;
}

/* Records a fault at the place of a value. */
static enum status value_fault(struct profile_reader *profile_reader, const struct yaml *value,
                               const char *text)
{
    return report_fault_at(profile_reader, value->line, value->column, "%s", text);
}

/* Records a fault at the place of a key. */
static enum status report_key_fault(struct profile_reader *profile_reader, const struct yaml *value,
                                    const char *text)
{
    return report_fault_at(profile_reader, value->key_line, value->key_column, "%s", text);
}

/* Returns the kind of a node for messages. */
static const char *kind_name(const struct yaml *value)
{
    return value->kind == YAML_SCALAR    ? "one value"
           : value->kind == YAML_MAPPING ? "a mapping"
                                         : "a list";
}

/* If the key is a former name of an option (or of a group, if `full_key` is NULL), notes that with its
 * place and returns true. */
static bool note_former(struct profile_reader *profile_reader, const char *full_key, const struct yaml *value)
{
    struct text place = {0};
    text_printf(&place, "%s:%zu:%zu: ", profile_reader->name, value->key_line, value->key_column);
    bool former = full_key ? former_note(profile_reader->settings, full_key, text_string(&place))
                           : former_note_group(profile_reader->settings, value->key, text_string(&place));
    text_free(&place);
    return former;
}

/* Sets option `full_key` to the value of an entry. It is a fault if the option does not exist. */
static enum status set_option(struct profile_reader *profile_reader, const char *full_key,
                              const struct yaml *value)
{
    struct error why;
    char key[OPTION_KEY_TEXT];
    int index = settings_find(profile_reader->settings, full_key);
    /* "{piece: 1,5}" holds two keys for YAML. */
    if (index < 0 && value->key[0] && !value->key[strspn(value->key, "0123456789")])
        return report_fault_at(profile_reader, value->key_line, value->key_column,
                               "found '%s' as a key, expected a name: numbers are written with a point, as "
                               "0.5",
                               value->key);
    if (index < 0 && note_former(profile_reader, full_key, value)) /* a removed option */
        return STATUS_OK;
    if (index < 0) {
        settings_unknown(profile_reader->settings, full_key, &why);
        return report_key_fault(profile_reader, value, why.text);
    }
    if (strcmp(settings_key(profile_reader->settings, index, key), full_key) != 0) /* a former name */
        note_former(profile_reader, full_key, value);
    if (profile_reader->seen[index])
        return report_fault_at(profile_reader, value->key_line, value->key_column,
                               "found '%s' again, expected it once (it is in line %zu)", key,
                               profile_reader->seen[index]->key_line);
    profile_reader->seen[index] = value;
    if (value->kind != YAML_SCALAR)
        return report_fault_at(profile_reader, value->line, value->column,
                               "%s: found %s, expected one value", key, kind_name(value));
    enum status status =
        settings_set_from_file(profile_reader->settings, full_key, value->text, profile_reader->name,
                            profile_reader->name, &why);
    return status ? value_fault(profile_reader, value, why.text) : STATUS_OK;
}

/* Records the fault that a group is unknown, with the nearest known one. */
static enum status unknown_group(struct profile_reader *profile_reader, const struct yaml *value)
{
    const char *nearest = NULL;
    size_t min = SIZE_MAX;
    for (const struct option_group *const *g = profile_reader->settings->groups; *g; g++) {
        if (edit_is_nearer((*g)->name, value->key, &min))
            nearest = (*g)->name;
    }
    if (!nearest)
        return report_fault_at(profile_reader, value->key_line, value->key_column,
                               "found the unknown group '%s'; 'profile show' lists all options", value->key);
    return report_fault_at(profile_reader, value->key_line, value->key_column,
                           "found the unknown group '%s'; the nearest known is '%s'", value->key, nearest);
}

/* Sets the options of one top-level entry: a group or one option. Of the entry `format` checks the value. */
static enum status set_entry(struct profile_reader *profile_reader, const struct yaml *entry)
{
    bool is_format = strcmp(entry->key, "format") == 0;
    if (is_format && (entry->kind != YAML_SCALAR || strcmp(entry->text, format_name) != 0))
        return report_fault_at(profile_reader, entry->line, entry->column,
                               "found %s%.60s%s, expected the format '%s'", entry->text ? "'" : "",
                               entry->text ? entry->text : kind_name(entry), entry->text ? "'" : "",
                               format_name);
    if (is_format)
        return STATUS_OK;
    const struct option_group *group = former_group(profile_reader->settings, entry->key);
    /* A full key, or the name of a group that stands for its option of the same name. */
    if (entry->kind == YAML_SCALAR && (!group || settings_find(profile_reader->settings, entry->key) >= 0))
        return set_option(profile_reader, entry->key, entry);
    if (!group)
        return unknown_group(profile_reader, entry);
    if (entry->kind != YAML_MAPPING)
        return report_fault_at(profile_reader, entry->line, entry->column,
                               "%s: found %s, expected options as 'key: value'", entry->key,
                               kind_name(entry));
    note_former(profile_reader, NULL, entry);
    for (const struct yaml *value = entry->child; value; value = value->next) {
        char key[2 * OPTION_KEY_TEXT + 2]; /* a key of the file has YAML_KEY bytes at most */
        snprintf(key, sizeof key, "%s.%s", group->name, value->key);
        enum status status = set_option(profile_reader, key, value);
        if (!can_continue(profile_reader, status))
            return status;
    }
    return STATUS_OK;
}

/* Sets the options of all entries of the file, and checks that it has the key `format`. */
static enum status set_all(struct profile_reader *profile_reader, const struct yaml *root)
{
    if (root->kind != YAML_MAPPING)
        return value_fault(profile_reader, root, "found no mapping, expected groups of options as 'group: "
                           "{key: value}'");
    enum status status = STATUS_OK;
    if (!yaml_get(root, "format")) /* read first: it stands before everything else in the file */
        status = report_fault_at(profile_reader, root->line, root->column,
                                 "found no key 'format', expected 'format: %s'", format_name);
    for (const struct yaml *entry = root->child; entry && can_continue(profile_reader, status);
         entry = entry->next)
        status = set_entry(profile_reader, entry);
    if (!can_continue(profile_reader, status))
        return status;
    return profile_reader->faulty ? STATUS_BAD : STATUS_OK;
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
    struct settings new_settings;
    settings_copy(&new_settings, settings);
    struct profile_reader profile_reader = {.name = name, .settings = &new_settings, .error = error,
                                            .faults = faults};
    profile_reader.seen = memory_new(new_settings.count, sizeof *profile_reader.seen);
    status = set_all(&profile_reader, root);
    free(profile_reader.seen);
    yaml_drop(root);
    if (status) {
        settings_free(&new_settings);
        return status;
    }
    settings_free(settings);
    *settings = new_settings;
    return STATUS_OK;
}

enum status profile_parse(struct settings *settings, const char *name, const char *bytes, size_t size,
                          struct error *error)
{
    return profile_parse_all(settings, name, bytes, size, NULL, error);
}

enum status profile_read(struct settings *settings, const char *path, bool regular, struct text *faults,
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

/* --- writing --- */

/* Writes an option as a line of YAML. With `with_comments` writes a comment with meaning, range and source
 * above it. */
static void write_option(const struct settings *settings, int index, bool with_comments, struct text *out)
{
    char value[OPTION_VALUE_TEXT];
    const struct option *option = settings_option(settings, index, NULL);
    settings_show(settings, index, value, sizeof value);
    if (with_comments) {
        text_printf(out, "  # %s; ", option->meaning);
        option_expects(option, out);
        text_printf(out, "%s%s%s\n", *option->source ? " (" : "", option->source, *option->source ? ")" : "");
    }
    text_printf(out, "  %s: ", option->key);
    yaml_write_scalar(value, out);
    text_add(out, "\n");
}

void profile_write(const struct settings *settings, bool with_comments, struct text *out)
{
    const struct option_group *last = NULL, *group = NULL;
    text_printf(out, "format: %s\n", format_name);
    for (size_t i = 0; i < settings->count; i++) {
        settings_option(settings, (int)i, &group);
        if (!with_comments && settings_is_standard(settings, (int)i))
            continue;
        if (group != last && with_comments)
            text_printf(out, "\n# %s\n", group->meaning);
        if (group != last)
            text_printf(out, "%s:\n", group->name);
        last = group;
        write_option(settings, (int)i, with_comments, out);
    }
}
