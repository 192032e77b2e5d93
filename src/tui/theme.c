/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/theme.h"

#include "base/disk.h"
#include "base/edit_distance.h"
#include "base/embedded.h"
#include "profile/yaml.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char format_name[] = "vedette-theme/1", built_in_folder[] = "data/themes/", suffix[] = ".yaml";

/* In the order in which they are offered. */
static const char *const built_in_names[] = {"dark", "light", "safe", "mono", NULL};

const char *const theme_role_names[ROLES + 1] = {
    [ROLE_TEXT] = "text", [ROLE_DIM] = "dim", [ROLE_TITLE] = "title", [ROLE_HEADING] = "heading",
    [ROLE_RED] = "red", [ROLE_BLUE] = "blue", [ROLE_RED_OWN] = "red-own", [ROLE_BLUE_OWN] = "blue-own",
    [ROLE_EMPTY] = "empty", [ROLE_MARK] = "mark", [ROLE_LAKE] = "lake", [ROLE_TARGET] = "target",
    [ROLE_LAST] = "last", [ROLE_CHOSEN] = "chosen", [ROLE_CURSOR] = "cursor", [ROLE_CAPTURED] = "taken",
    [ROLE_MESSAGE] = "message", [ROLE_ERROR] = "error", [ROLE_KEY] = "key", [ROLE_HEAT] = "heat",
    [ROLE_METER] = "meter",
};

const char *const theme_ground_names[GROUNDS + 1] = {
    [GROUND_PLAIN] = "plain", [GROUND_SQUARE] = "square", [GROUND_SHADE] = "square-other",
    [GROUND_LAKE] = "lake", [GROUND_LAST] = "last", [GROUND_TARGET] = "target", [GROUND_CHOSEN] = "chosen",
    [GROUND_CURSOR] = "cursor", [GROUND_BAR] = "bar", [GROUND_HEAT] = "heat-0",
    [GROUND_HEAT + 1] = "heat-1", [GROUND_HEAT + 2] = "heat-2", [GROUND_HEAT + 3] = "heat-3",
    [GROUND_HEAT + 4] = "heat-4",
};

static const char *const attribute_names[] = {"bold", "dim", "underline", "reverse", NULL};

static const char *const colour_names[] = {
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
    "bright-black", "bright-red", "bright-green", "bright-yellow", "bright-blue", "bright-magenta",
    "bright-cyan", "bright-white", NULL,
};

/* Returns the index of a name in a NULL-terminated list, or -1. */
static int find_name(const char *const *names, const char *name)
{
    for (int i = 0; names[i]; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

/* Returns the most similar name, or the first one if none is similar. */
static const char *nearest(const char *const *names, const char *name)
{
    const char *best = names[0];
    size_t min = SIZE_MAX;
    for (int i = 0; names[i]; i++) {
        if (edit_is_nearer(names[i], name, &min))
            best = names[i];
    }
    return best;
}

/* The state of reading a file. */
struct theme_reading {
    const char *file;
    struct theme *theme;
    struct error *error;
};

/* Returns what kind of YAML value was found, for errors. */
static const char *kind_name(const struct yaml *value)
{
    return value->kind == YAML_MAPPING ? "a mapping" : value->kind == YAML_SEQUENCE ? "a list" : "one value";
}

/* Sets the error for an unknown key, with the nearest of `names`. `what`: "key", "role" or "ground". */
static enum status unknown_name_error(const struct theme_reading *reading, const struct yaml *value,
                                      const char *what, const char *const *names)
{
    return error_at(reading->error, reading->file, value->key_line, value->key_column,
                    "found the unknown %s '%.60s', expected one as '%s'", what, value->key,
                    nearest(names, value->key));
}

/* Checks that a value is a mapping; `what` describes it in the error. */
static enum status expect_mapping(const struct theme_reading *reading, const struct yaml *value,
                                  const char *what)
{
    if (value->kind == YAML_MAPPING)
        return STATUS_OK;
    return error_at(reading->error, reading->file, value->line, value->column,
                    "%.60s: found %s, expected %s", value->key, kind_name(value), what);
}

/* Reads a colour for a terminal with that number of colours: a number, a name, or `own`. */
static enum status read_colour(const struct theme_reading *reading, const struct yaml *value, int colours,
                               short *colour)
{
    if (value->kind != YAML_SCALAR)
        return error_at(reading->error, reading->file, value->line, value->column,
                        "found %s, expected a colour", kind_name(value));
    size_t digits = strspn(value->text, "0123456789");
    int number = find_name(colour_names, value->text);
    if (strcmp(value->text, "own") == 0)
        number = OWN_COLOUR;
    else if (number < 0 && (!digits || digits > 3 || value->text[digits]))
        return error_at(reading->error, reading->file, value->line, value->column,
                        "found '%.60s', expected a number, a colour's name as '%s', or own", value->text,
                        nearest(colour_names, value->text));
    else if (number < 0)
        number = atoi(value->text);
    if (number >= colours)
        return error_at(reading->error, reading->file, value->line, value->column,
                        "found '%.60s', expected a colour of %d: 0 to %d, a name, or own", value->text,
                        colours, colours - 1);
    *colour = (short)number;
    return STATUS_OK;
}

/* Reads one colour for all terminals, or a list of three, for 256, 16 and 8 colours. */
static enum status read_ink(const struct theme_reading *reading, const struct yaml *value, struct ink *ink)
{
    static const int colours[DEPTHS] = {256, 16, 8};
    const struct yaml *item = value->child;
    enum status status = STATUS_OK;
    if (value->kind == YAML_SCALAR) {
        status = read_colour(reading, value, colours[DEPTH_8], &ink->by_depth[DEPTH_8]);
        for (int depth = 0; depth < DEPTH_8 && !status; depth++)
            ink->by_depth[depth] = ink->by_depth[DEPTH_8];
        return status;
    }
    if (value->kind != YAML_SEQUENCE || value->size != DEPTHS)
        return error_at(reading->error, reading->file, value->line, value->column,
                        "%s: found %s%s, expected three colours, of 256, of 16 and of 8: [245, 8, own]",
                        value->key, kind_name(value),
                        value->kind == YAML_SEQUENCE ? " of another length" : "");
    for (int depth = 0; depth < DEPTHS && !status; depth++, item = item->next)
        status = read_colour(reading, item, colours[depth], &ink->by_depth[depth]);
    return status;
}

/* Reads the style of one role or ground. */
static enum status read_entry_style(const struct theme_reading *reading, const struct yaml *entry,
                                    bool is_ground, struct theme_entry *style)
{
    static const char *const keys[] = {"fore", "bold", "dim", "underline", "reverse", "back", NULL};
    enum status status = expect_mapping(reading, entry, "a look as {fore: [245, 8, own], bold: yes}");
    for (const struct yaml *value = entry->child; value && !status; value = value->next) {
        int attribute = find_name(attribute_names, value->key);
        bool yes = value->text && strcmp(value->text, "yes") == 0;
        if (strcmp(value->key, "fore") == 0) {
            status = read_ink(reading, value, &style->foreground);
            style->overrides_text = true;
        } else if (is_ground && strcmp(value->key, "back") == 0) {
            status = read_ink(reading, value, &style->background);
        } else if (attribute < 0) {
            status = unknown_name_error(reading, value, "key", keys);
        } else if (yes || (value->text && strcmp(value->text, "no") == 0)) {
            style->attributes &= ~(1u << attribute);
            style->attributes |= yes ? 1u << attribute : 0;
        } else {
            status = error_at(reading->error, reading->file, value->line, value->column,
                              "%s: found %s%.60s%s, expected yes or no", value->key, value->text ? "'" : "",
                              value->text ? value->text : kind_name(value), value->text ? "'" : "");
        }
    }
    return status;
}

/* Reads the styles of all roles or grounds in the file. */
static enum status read_styles(const struct theme_reading *reading, const struct yaml *entry, bool is_ground)
{
    const char *const *names = is_ground ? theme_ground_names : theme_role_names;
    enum status status = expect_mapping(reading, entry, is_ground ? "grounds, each with its look"
                                                                : "roles, each with its look");
    for (const struct yaml *value = entry->child; value && !status; value = value->next) {
        int index = find_name(names, value->key);
        if (index < 0)
            return unknown_name_error(reading, value, is_ground ? "ground" : "role", names);
        status = read_entry_style(reading, value, is_ground,
                                  &(is_ground ? reading->theme->grounds : reading->theme->texts)[index]);
    }
    return status;
}

static enum status load_built_in(struct theme *theme, const char *name);

/* Reads one top-level entry of a theme file: the styles of `text` or `ground`; `like` and `format` are only
 * checked. */
static enum status read_entry(const struct theme_reading *reading, const struct yaml *entry)
{
    static const char *const keys[] = {"text", "ground", "like", "format", NULL};
    bool is_ground = strcmp(entry->key, "ground") == 0;
    if (is_ground || strcmp(entry->key, "text") == 0)
        return read_styles(reading, entry, is_ground);
    bool is_like = strcmp(entry->key, "like") == 0;
    if (!is_like && strcmp(entry->key, "format") != 0)
        return unknown_name_error(reading, entry, "key", keys);
    if (entry->kind == YAML_SCALAR && (is_like ? find_name(built_in_names, entry->text) >= 0
                                               : strcmp(entry->text, format_name) == 0))
        return STATUS_OK;
    return error_at(reading->error, reading->file, entry->line, entry->column,
                    "%s: found %s%.60s%s, expected %s", entry->key, entry->text ? "'" : "",
                    entry->text ? entry->text : kind_name(entry), entry->text ? "'" : "",
                    is_like ? "dark, light, safe or mono" : format_name);
}

/* Reads the whole file, over the theme that `like` names. */
static enum status read_all(struct theme_reading *reading, const struct yaml *root)
{
    if (root->kind != YAML_MAPPING)
        return error_at(reading->error, reading->file, root->line, root->column,
                        "found %s, expected a theme: 'format: %s', 'text:' and 'ground:'", kind_name(root),
                        format_name);
    if (!yaml_get(root, "format"))
        return error_at(reading->error, reading->file, root->line, root->column,
                        "found no key 'format', expected 'format: %s'", format_name);
    const struct yaml *like = yaml_get(root, "like");
    enum status status = STATUS_OK;
    if (like && like->kind == YAML_SCALAR && find_name(built_in_names, like->text) >= 0)
        load_built_in(reading->theme, like->text);
    for (const struct yaml *entry = root->child; entry && !status; entry = entry->next)
        status = read_entry(reading, entry);
    return status;
}

enum status theme_parse(struct theme *theme, const char *file, const char *bytes, size_t size,
                        struct error *error)
{
    struct yaml *root;
    struct theme new_theme = *theme;
    struct theme_reading reading = {.file = file, .theme = &new_theme, .error = error};
    enum status status = yaml_parse(file, bytes, size, &root, error);
    if (!status)
        status = read_all(&reading, root);
    yaml_drop(root);
    if (!status) {
        memcpy(new_theme.name, theme->name, sizeof new_theme.name);
        *theme = new_theme;
    }
    return status;
}

/* Loads a built-in theme; STATUS_NO if there is none of that name. */
static enum status load_built_in(struct theme *theme, const char *name)
{
    char path[sizeof built_in_folder + THEME_NAME + sizeof suffix];
    snprintf(path, sizeof path, "%s%s%s", built_in_folder, name, suffix);
    const struct embedded *file = embedded_find(path);
    if (!file)
        return STATUS_NO;
    static const struct ink own = {{OWN_COLOUR, OWN_COLOUR, OWN_COLOUR}};
    memset(theme->texts, 0, sizeof theme->texts);
    memset(theme->grounds, 0, sizeof theme->grounds);
    for (int role = 0; role < ROLES; role++)
        theme->texts[role].foreground = own;
    for (int ground = 0; ground < GROUNDS; ground++)
        theme->grounds[ground].background = theme->grounds[ground].foreground = own;
    return theme_parse(theme, path, (const char *)file->bytes, file->size, NULL);
}

/* Returns whether a text is a valid name of a theme. */
static bool is_name(const char *text)
{
    size_t size = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_");
    return size && !text[size] && size < THEME_NAME;
}

enum status theme_load(struct theme *theme, const char *name, struct error *error)
{
    struct theme new_theme = {0};
    struct text text = {0};
    char path[PATH_MAX], user_path[sizeof "themes/" + THEME_NAME + sizeof suffix];
    if (!is_name(name))
        return error_set(error, STATUS_BAD,
                         "found the theme '%.60s', expected a name of letters, digits, '-' and '_'", name);
    snprintf(new_theme.name, sizeof new_theme.name, "%s", name);
    bool known = load_built_in(&new_theme, name) == STATUS_OK;
    snprintf(user_path, sizeof user_path, "themes/%s%s", name, suffix);
    bool has_user_file = disk_path(DISK_CONFIG, user_path, path, sizeof path) && access(path, F_OK) == 0;
    enum status status = STATUS_OK;
    if (!known && !has_user_file)
        return error_set(error, STATUS_BAD, "found the unknown theme '%.60s'; the nearest known is '%s'",
                         name, nearest(built_in_names, name));
    if (!known)
        load_built_in(&new_theme, built_in_names[0]);
    if (has_user_file)
        status = disk_read_regular(path, YAML_SIZE, &text, error);
    if (has_user_file && !status)
        status = theme_parse(&new_theme, path, text_string(&text), text.size, error);
    text_free(&text);
    if (!status)
        *theme = new_theme;
    return status;
}

void theme_list(struct string_list *names, struct error *fault)
{
    struct string_list own = {0};
    char path[PATH_MAX];
    for (int i = 0; built_in_names[i]; i++)
        string_list_add(names, built_in_names[i]);
    if (disk_path(DISK_CONFIG, "themes", path, sizeof path))
        disk_list_names(path, suffix, &own, fault);
    for (size_t i = 0; i < own.count; i++)
        if (is_name(own.items[i]) && find_name(built_in_names, own.items[i]) < 0)
            string_list_add(names, own.items[i]);
    string_list_free(&own);
}
