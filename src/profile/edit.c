/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes one value in the text of a user's profile. */
#include "profile/profile.h"

#include "profile/yaml.h"

#include <stdio.h>
#include <string.h>

/* Returns the node that sets option `index`, by its full key or in its group's mapping. NULL if there is
 * none. */
static const struct yaml *find_value(const struct settings *settings, const struct yaml *root, int index)
{
    for (const struct yaml *entry = root->child; entry; entry = entry->next) {
        if (entry->kind == YAML_SCALAR && settings_find(settings, entry->key) == index)
            return entry;
        for (const struct yaml *value = entry->child; value; value = value->next) {
            char key[2 * OPTION_KEY_TEXT + 2];
            snprintf(key, sizeof key, "%s.%s", entry->key, value->key);
            if (settings_find(settings, key) == index)
                return value;
        }
    }
    return NULL;
}

/* Returns the bytes of a scalar in the file. Returns 0 if it is not written in one piece. */
static size_t raw_size(const struct yaml *scalar, const struct text *file)
{
    size_t quotes = scalar->quoted, left = file->size - scalar->offset;
    if (scalar->block || scalar->size + 2 * quotes > left ||
        memcmp(file->bytes + scalar->offset + quotes, scalar->text, scalar->size) != 0)
        return 0;
    return scalar->size + 2 * quotes;
}

/* Writes `file` with the new value of the option in its place. If the option is not set, writes the value at
 * the end. False if the old value is not written in one piece. */
static bool write_edited(const struct settings *settings, int index, const struct yaml *root,
                         const struct text *file, struct text *edited)
{
    char key[OPTION_KEY_TEXT], value[OPTION_VALUE_TEXT];
    const struct yaml *old = find_value(settings, root, index);
    size_t size = old ? raw_size(old, file) : 0;
    settings_show(settings, index, value, sizeof value);
    if (!old) {
        text_append(edited, file->bytes, file->size);
        if (file->bytes[file->size - 1] != '\n')
            text_add(edited, "\n");
        text_printf(edited, "%s: ", settings_key(settings, index, key));
        yaml_write_scalar(value, edited);
        text_add(edited, "\n");
        return true;
    }
    text_append(edited, file->bytes, old->offset);
    yaml_write_scalar(value, edited);
    text_append(edited, file->bytes + old->offset + size, file->size - old->offset - size);
    return size != 0; /* otherwise the old value is still there */
}

/* Returns whether the edited file sets exactly the values of `wanted`. */
static bool sets_exactly(const struct settings *wanted, const char *name, const struct text *edited)
{
    struct settings read;
    settings_init(&read, wanted->groups);
    bool same = profile_parse(&read, name, edited->bytes, edited->size, NULL) == STATUS_OK;
    for (size_t i = 0; i < wanted->count && same; i++)
        same = settings_same(&read, wanted, (int)i);
    settings_free(&read);
    return same;
}

enum status profile_edit(const struct option_group *const *groups, const char *name, struct text *file,
                         const char *full_key, const char *value, struct error *error)
{
    struct settings wanted;
    struct yaml *root = NULL;
    struct text edited = {0};
    settings_init(&wanted, groups);
    if (yaml_is_blank(text_string(file), file->size)) { /* a new profile behind the comments */
        if (file->size && file->bytes[file->size - 1] != '\n')
            text_add(file, "\n");
        profile_write(&wanted, false, file);
    }
    enum status status = profile_parse(&wanted, name, file->bytes, file->size, error);
    if (!status)
        status = settings_set(&wanted, full_key, value, name, error);
    if (!status)
        status = yaml_parse(name, file->bytes, file->size, &root, error);
    if (!status && (!write_edited(&wanted, settings_find(&wanted, full_key), root, file, &edited) ||
                    !sets_exactly(&wanted, name, &edited)))
        status =
            error_set(error, STATUS_NO,
                      "%s: found no plain place for '%s: %s', expected it to be put in by hand",
                      name, full_key, value);
    if (!status) {
        struct text old = *file;
        *file = edited;
        edited = old;
    }
    text_free(&edited);
    yaml_drop(root);
    settings_free(&wanted);
    return status;
}
