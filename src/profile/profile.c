/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/profile.h"

#include "base/disk.h"
#include "profile/yaml.h"

#include <stdio.h>
#include <string.h>

enum { PROFILE_LIMIT = 1 << 20, KEY_TEXT = 128 };

/* One file being read: where errors are said to be, and what its values are said to come from. */
struct source {
    const char *name;
    struct error *error;
};

static enum status set_one(struct settings *settings, const struct source *source,
                           const char *group, const char *key, const struct yaml *value)
{
    char full[KEY_TEXT];
    struct error why = {0};
    if (value->kind != YAML_SCALAR)
        return error_at(source->error, source->name, value->line, value->column,
                        "a list or mapping found, one value expected");
    if (snprintf(full, sizeof full, "%s.%s", group, key) >= (int)sizeof full)
        return error_at(source->error, source->name, value->key_line, value->key_column,
                        "unknown option '%.60s'", key);
    bool known = settings_find(settings, full) >= 0;
    enum status status = settings_set(settings, full, value->text, source->name, &why);
    if (status == STATUS_OK)
        return status;
    return error_at(source->error, source->name, known ? value->line : value->key_line,
                    known ? value->column : value->key_column, "%s", why.text);
}

static enum status set_all(struct settings *settings, const struct source *source,
                           const struct yaml *root)
{
    enum status status = STATUS_OK;
    bool named = false;
    if (root->kind != YAML_MAPPING)
        return error_at(source->error, source->name, root->line, root->column,
                        "a mapping of groups of options was expected");
    for (const struct yaml *group = root->child; group && !status; group = group->next) {
        bool is_format = strcmp(group->key, "format") == 0;
        named = named || is_format;
        if (is_format &&
            (group->kind != YAML_SCALAR || strcmp(group->text, "vedette-profile/1") != 0))
            status = error_at(source->error, source->name, group->line, group->column,
                              "'vedette-profile/1' was expected");
        else if (!is_format && group->kind == YAML_SCALAR)
            status = set_one(settings, source, group->key, group->key, group);
        else if (!is_format)
            for (const struct yaml *key = group->child; key && !status; key = key->next)
                status = key->key ? set_one(settings, source, group->key, key->key, key)
                                  : error_at(source->error, source->name, key->line, key->column,
                                             "a list found, options as KEY: VALUE expected");
    }
    if (!status && !named)
        status = error_at(source->error, source->name, 1, 1,
                          "'format: vedette-profile/1' was expected");
    return status;
}

enum status profile_parse(struct settings *settings, const char *name, const char *bytes, size_t size,
                          struct error *error)
{
    struct yaml *root;
    struct source source = {name, error};
    enum status status = yaml_parse(name, bytes, size, &root, error);
    if (status)
        return status;
    struct settings tried = {0};
    settings_copy(&tried, settings);
    status = set_all(&tried, &source, root);
    yaml_drop(root);
    if (status) {
        settings_free(&tried);
        return status;
    }
    settings_free(settings);
    *settings = tried;
    return STATUS_OK;
}

enum status profile_read(struct settings *settings, const char *path, struct error *error)
{
    struct text text = {0};
    enum status status = disk_read(path, PROFILE_LIMIT, &text, error);
    if (!status)
        status = profile_parse(settings, path, text_string(&text), text.size, error);
    text_free(&text);
    return status;
}

/* One option with all that is known of it, as comments above its line. */
static void write_option(const struct settings *settings, int index, bool whole, struct text *out)
{
    char value[KEY_TEXT];
    const struct option *option = settings_option(settings, index, NULL);
    settings_show(settings, index, value, sizeof value);
    if (whole) {
        text_printf(out, "  # %s", option->meaning);
        if (option->type == OPTION_INT || option->type == OPTION_NUMBER)
            text_printf(out, "; %g to %g", option->least, option->most);
        for (int i = 0; option->type == OPTION_CHOICE && option->words[i]; i++)
            text_printf(out, "%s %s", i ? "," : ";", option->words[i]);
        text_printf(out, "%s%s%s%s%s\n", option->unit[0] ? " " : "", option->unit,
                    option->source[0] ? " (" : "", option->source, option->source[0] ? ")" : "");
    }
    text_printf(out, "  %s: %s\n", option->key, value);
}

void profile_write(const struct settings *settings, bool whole, struct text *out)
{
    const struct option_group *last = NULL, *group;
    text_add(out, "format: vedette-profile/1\n");
    for (size_t i = 0; i < settings->count; i++) {
        const struct option *option = settings_option(settings, (int)i, &group);
        if (!whole && settings->values[i] == option->standard)
            continue;
        if (group != last)
            text_printf(out, "%s:%s%s\n", group->name, whole ? "  # " : "",
                        whole ? group->meaning : "");
        last = group;
        write_option(settings, (int)i, whole, out);
    }
}
