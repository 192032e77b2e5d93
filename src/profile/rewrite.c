/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaces former names in the text of a user's profile by current ones. */
#include "profile/former.h"
#include "profile/profile.h"
#include "profile/yaml.h"

#include <stdio.h>
#include <string.h>

/* The state of rewriting a text. */
struct rewriting {
    const struct settings *settings; /* for the names of the options */
    const struct text *file;
    size_t done;        /* bytes of the file already copied or replaced */
    struct text *out;
    int count;          /* of names that were replaced */
};

/* Copies the file up to `offset`. */
static void copy_to(struct rewriting *rewriting, size_t offset)
{
    text_append(rewriting->out, rewriting->file->bytes + rewriting->done, offset - rewriting->done);
    rewriting->done = offset;
}

/* Replaces a key by `name`. False if the key is not written in one piece. */
static bool replace_key(struct rewriting *rewriting, const struct yaml *value, const char *name)
{
    const char *bytes = rewriting->file->bytes;
    size_t size = strlen(value->key), at = value->key_offset;
    at += bytes[at] == '"' || bytes[at] == '\'';
    if (size > rewriting->file->size - at || memcmp(bytes + at, value->key, size) != 0)
        return false;
    copy_to(rewriting, at);
    text_add(rewriting->out, name);
    rewriting->done += size;
    rewriting->count++;
    return true;
}

/* Removes the line of a value. False if the value is not alone on its line, or is the only one of its
 * mapping. */
static bool remove_line(struct rewriting *rewriting, const struct yaml *mapping, const struct yaml *value)
{
    const char *bytes = rewriting->file->bytes;
    size_t begins = value->key_offset - (value->key_column - 1), ends = value->offset + value->size;
    bool only = mapping->child == value && !value->next; /* without it the mapping would be empty */
    bool alone = strspn(bytes + begins, " ") == value->key_column - 1 && value->key_line == value->line;
    /* To the end of the line, with its comment and line break ("\n" or "\r\n"). */
    while (ends < rewriting->file->size && bytes[ends] != '\n' && bytes[ends] != '\r')
        ends++;
    ends += strspn(bytes + ends, "\r") + (bytes[ends + strspn(bytes + ends, "\r")] == '\n');
    if (only || !alone || value->kind != YAML_SCALAR || value->block ||
        (value->next && value->next->key_offset < ends))
        return false;
    copy_to(rewriting, begins);
    rewriting->done = ends;
    rewriting->count++;
    return true;
}

/* Rewrites one value, given its full key. `group`: that of the mapping; NULL for a top-level entry. False if
 * it is not possible. */
static bool rewrite_value(struct rewriting *rewriting, const struct yaml *mapping, const struct yaml *value,
                          const char *full_key, const struct option_group *group)
{
    char key[OPTION_KEY_TEXT];
    const struct option_group *now = NULL;
    struct former former = former_find(rewriting->settings, full_key);
    int index = settings_find(rewriting->settings, full_key);
    if (former.gone)
        return remove_line(rewriting, mapping, value);
    /* Nothing to do for a current or an unknown name. */
    if (former.index < 0 || former.index != index ||
        strcmp(settings_key(rewriting->settings, index, key), full_key) == 0)
        return true;
    const struct option *option = settings_option(rewriting->settings, index, &now);
    if (group && group != now) /* it would have to be moved to another mapping */
        return false;
    return replace_key(rewriting, value, group ? option->key : key);
}

/* Rewrites one top-level entry. False: not possible. */
static bool rewrite_entry(struct rewriting *rewriting, const struct yaml *root, const struct yaml *entry)
{
    const struct option_group *group = former_group(rewriting->settings, entry->key);
    if (entry->kind != YAML_MAPPING || !group)
        return rewrite_value(rewriting, root, entry, entry->key, NULL);
    if (strcmp(group->name, entry->key) != 0 && !replace_key(rewriting, entry, group->name))
        return false;
    for (const struct yaml *value = entry->child; value; value = value->next) {
        char key[2 * OPTION_KEY_TEXT + 2];
        snprintf(key, sizeof key, "%s.%s", group->name, value->key);
        if (!rewrite_value(rewriting, entry, value, key, group))
            return false;
    }
    return true;
}

/* Returns whether both texts set the same values, and the new one has no former names. */
static bool sets_the_same(const struct option_group *const *groups, const char *name, const struct text *file,
                          const struct text *out)
{
    struct settings before, after;
    settings_init(&before, groups);
    settings_init(&after, groups);
    bool same = profile_parse(&before, name, file->bytes, file->size, NULL) == STATUS_OK &&
                profile_parse(&after, name, out->bytes, out->size, NULL) == STATUS_OK &&
                settings_equal(&before, &after, NULL) && !after.notes.size;
    settings_free(&before);
    settings_free(&after);
    return same;
}

/* Rewrites the whole file. STATUS_NO if a name is written in a form that only a person can edit. */
static enum status rewrite_all(struct rewriting *rewriting, const char *name, const struct yaml *root,
                               struct error *error)
{
    static const char by_hand[] = "expected them to be put in by hand";
    for (const struct yaml *entry = root->child; entry; entry = entry->next)
        if (!rewrite_entry(rewriting, root, entry))
            return error_set(error, STATUS_NO,
                             "%s:%zu:%zu: found no plain place for today's names of '%s', %s", name,
                             entry->key_line, entry->key_column, entry->key, by_hand);
    copy_to(rewriting, rewriting->file->size);
    if (!sets_the_same(rewriting->settings->groups, name, rewriting->file, rewriting->out))
        return error_set(error, STATUS_NO, "%s: found no plain place for today's names, %s", name, by_hand);
    return STATUS_OK;
}

enum status profile_rewrite(const struct option_group *const *groups, const char *name, struct text *file,
                            int *count, struct error *error)
{
    struct settings settings;
    struct yaml *root = NULL;
    struct text out = {0};
    settings_init(&settings, groups);
    struct rewriting rewriting = {.settings = &settings, .file = file, .out = &out};
    enum status status = yaml_parse(name, text_string(file), file->size, &root, error);
    if (!status)
        status = rewrite_all(&rewriting, name, root, error);
    if (!status) {
        struct text old = *file;
        *file = out;
        out = old;
    }
    *count = status ? 0 : rewriting.count;
    text_free(&out);
    yaml_drop(root);
    settings_free(&settings);
    return status;
}
