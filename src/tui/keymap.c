/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/keymap.h"

#include "base/disk.h"
#include "base/edit_distance.h"
#include "profile/yaml.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char format_name[] = "vedette-keys/1";

#define NAME_OF_ROW(action, name) [ACTION_##action] = name,
const char *const keymap_action_names[ACTION_COUNT] = {ACTIONS(NAME_OF_ROW)};
#undef NAME_OF_ROW

/* The names of screens in the file; the first is for all of them. */
static const struct {
    const char *name;
    unsigned screens;
} screens[] = {
    {"all", ON_ALL}, {"menu", ON_MENU}, {"form", ON_NEW}, {"setup", ON_SETUP}, {"game", ON_GAME},
    {"games", ON_GAMES}, {"help", ON_HELP}, {"settings", ON_SETTINGS},
    {"seats", ON_SEATING}, {"cover", ON_COVER}, {"editor", ON_EDITOR},
    {"review", ON_REVIEW}, {"enemy", ON_ENEMY}, {"rules", ON_HOWTO},
    {"shapes", ON_SHAPES},
};

enum { SCREEN_COUNT = sizeof screens / sizeof *screens };

/* Keys that are not characters. A name may have several codes. */
static const struct {
    const char *name;
    int key;
} named_keys[] = {
    {"Up", KEY_UP}, {"Down", KEY_DOWN}, {"Left", KEY_LEFT}, {"Right", KEY_RIGHT}, {"Home", KEY_HOME},
    {"End", KEY_END}, {"PgUp", KEY_PPAGE}, {"PgDn", KEY_NPAGE}, {"Ins", KEY_IC}, {"Del", KEY_DC},
    {"Tab", '\t'}, {"Shift-Tab", KEY_BTAB}, {"Space", ' '}, {"Esc", KEY_ESCAPE}, {"Enter", '\r'},
    {"Enter", '\n'}, {"Enter", KEY_ENTER}, {"Backspace", KEY_BACKSPACE}, {"Backspace", 127}, {"Backspace", 8},
};

enum { NAMED_COUNT = sizeof named_keys / sizeof *named_keys };

/* The state of reading a file. */
struct keymap_reading {
    const char *file;
    struct keymap *keymap;
    struct error *error;
};

/* Returns what kind of YAML value was found, for errors. */
static const char *kind_name(const struct yaml *value)
{
    return value->kind == YAML_MAPPING ? "a mapping" : value->kind == YAML_SEQUENCE ? "a list" : "one value";
}

/* Appends the codes of the key with that name to `keys`, which has `count` of them. Returns the new count,
 * which is the same if no key has that name. */
static int add_key(const char *name, int keys[KEYS_A_ROW + 1], int count)
{
    int number, used = 0;
    for (size_t i = 0; i < NAMED_COUNT; i++)
        if (strcmp(named_keys[i].name, name) == 0 && count < KEYS_A_ROW)
            keys[count++] = named_keys[i].key;
    if (name[0] > ' ' && name[0] < 127 && !name[1])
        keys[count++] = name[0];
    else if (strncmp(name, "Ctrl-", 5) == 0 && name[5] >= 'A' && name[5] <= 'Z' && !name[6])
        keys[count++] = CONTROL(name[5]);
    else if (sscanf(name, "F%2d%n", &number, &used) == 1 && !name[used] && number >= 1 && number <= 12)
        keys[count++] = KEY_F(number);
    return count;
}

/* Writes the name of a key. */
static void write_key(int key, char text[KEYMAP_LABEL])
{
    for (size_t i = 0; i < NAMED_COUNT; i++)
        if (named_keys[i].key == key) {
            snprintf(text, KEYMAP_LABEL, "%s", named_keys[i].name);
            return;
        }
    if (key >= KEY_F(1) && key <= KEY_F(12))
        snprintf(text, KEYMAP_LABEL, "F%d", key - KEY_F(0));
    else if (key < ' ')
        snprintf(text, KEYMAP_LABEL, "Ctrl-%c", key + 'A' - 1);
    else
        snprintf(text, KEYMAP_LABEL, "%c", key);
}

/* Writes the names of the keys as "Enter, Space". Writes a name that has several codes only once. */
static void write_label(const int keys[KEYS_A_ROW], char label[KEYMAP_LABEL])
{
    label[0] = '\0';
    for (int k = 0; k < KEYS_A_ROW && keys[k]; k++) {
        char name[KEYMAP_LABEL];
        size_t used = strlen(label);
        write_key(keys[k], name);
        if (!strstr(label, name) || strlen(name) == 1)
            snprintf(label + used, KEYMAP_LABEL - used, "%s%s", used ? ", " : "", name);
    }
    if (!label[0])
        snprintf(label, KEYMAP_LABEL, "(none)");
}

/* Reads one key or a list of keys into `keys`; 0 ends the list. */
static enum status read_keys(const struct keymap_reading *reading, const struct yaml *value,
                             int keys[KEYS_A_ROW + 1])
{
    bool list = value->kind == YAML_SEQUENCE;
    int count = 0;
    if (value->kind == YAML_MAPPING)
        return error_at(reading->error, reading->file, value->line, value->column,
                        "%s: found a mapping, expected a key or a list of keys", value->key);
    for (const struct yaml *item = list ? value->child : value; item; item = list ? item->next : NULL) {
        if (item->kind != YAML_SCALAR)
            return error_at(reading->error, reading->file, item->line, item->column,
                            "found %s, expected a key", kind_name(item));
        int new_count = count < KEYS_A_ROW ? add_key(item->text, keys, count) : count;
        if (count == KEYS_A_ROW)
            return error_at(reading->error, reading->file, item->line, item->column,
                            "found more than %d keys for '%s'", KEYS_A_ROW, value->key);
        if (new_count == count)
            return error_at(reading->error, reading->file, item->line, item->column,
                            "found '%.60s', expected a key: a letter or sign, Ctrl-A, F5, Up, Home, PgDn, "
                            "Tab, Enter, Space, Esc or their like", item->text);
        count = new_count;
    }
    return STATUS_OK;
}

/* Gives a row new keys on `changed_screens`. If the row applies to other screens too, splits it: these keep
 * the old keys in a row of their own. */
static enum status change_row(const struct keymap_reading *reading, const struct yaml *value,
                              size_t row_index, unsigned changed_screens, const int *keys)
{
    struct keymap *keymap = reading->keymap;
    struct key_binding *row = &keymap->rows[row_index];
    if (row->screens & ~changed_screens) {
        if (keymap->count == KEYMAP_ROWS)
            return error_at(reading->error, reading->file, value->key_line, value->key_column,
                            "found too many changes");
        memmove(row + 1, row, (keymap->count - row_index) * sizeof *row);
        memmove(keymap->labels[row_index + 1], keymap->labels[row_index],
                (keymap->count - row_index) * KEYMAP_LABEL);
        /* The labels have moved, so the pointers to them must too. */
        for (size_t i = row_index + 1; i <= keymap->count; i++)
            if (keymap->labels[i][0])
                keymap->rows[i].label = keymap->labels[i];
        keymap->count++;
        row[1].screens &= ~changed_screens;
        row->screens &= changed_screens;
    }
    memcpy(row->keys, keys, sizeof row->keys);
    write_label(row->keys, keymap->labels[row_index]);
    row->label = keymap->labels[row_index];
    return STATUS_OK;
}

/* Sets the error for an unknown name, with the nearest known one (or NULL). `what`: "action" or "screen";
 * `more`: appended text. */
static enum status unknown_name_error(const struct keymap_reading *reading, const struct yaml *value,
                                      const char *what, const char *nearest, const char *more)
{
    return error_at(reading->error, reading->file, value->key_line, value->key_column,
                    "found the unknown %s '%.60s'%s%s%s%s", what, value->key,
                    nearest ? "; the nearest known is '" : "", nearest ? nearest : "",
                    nearest ? "'" : "", more);
}

/* Reads one action of a screen and changes all its rows. */
static enum status read_action(const struct keymap_reading *reading, const struct yaml *value, size_t screen)
{
    struct keymap *keymap = reading->keymap;
    int keys[KEYS_A_ROW + 1] = {0};
    enum action action = ACTION_NONE;
    const char *nearest = NULL;
    size_t min = SIZE_MAX;
    for (int i = ACTION_NONE + 1; i < ACTION_COUNT; i++) {
        if (strcmp(keymap_action_names[i], value->key) == 0)
            action = (enum action)i;
        if (edit_is_nearer(keymap_action_names[i], value->key, &min))
            nearest = keymap_action_names[i];
    }
    if (action == ACTION_NONE)
        return unknown_name_error(reading, value, "action", nearest, "");
    enum status status = read_keys(reading, value, keys);
    bool found = false;
    for (size_t i = 0; i < keymap->count && !status; i++) {
        struct key_binding *row = &keymap->rows[i];
        if (row->action != action || !(row->screens & screens[screen].screens) || !row->keys[0])
            continue;
        found = true;
        status = change_row(reading, value, i, screens[screen].screens, keys);
    }
    if (!status && !found)
        return error_at(reading->error, reading->file, value->key_line, value->key_column,
                        "found '%s' under '%s', where there is no such action", value->key,
                        screens[screen].name);
    return status;
}

/* Reads the actions of one screen. */
static enum status read_screen(const struct keymap_reading *reading, const struct yaml *entry)
{
    const char *nearest = NULL;
    size_t min = SIZE_MAX, screen = SCREEN_COUNT;
    for (size_t i = 0; i < SCREEN_COUNT; i++) {
        if (strcmp(screens[i].name, entry->key) == 0)
            screen = i;
        if (edit_is_nearer(screens[i].name, entry->key, &min))
            nearest = screens[i].name;
    }
    if (screen == SCREEN_COUNT)
        return unknown_name_error(reading, entry, "screen", nearest,
                                  "; expected all, menu, form, setup, game, games, help, settings, seats, "
                                  "cover, editor, review, enemy or rules");
    if (entry->kind != YAML_MAPPING)
        return error_at(reading->error, reading->file, entry->line, entry->column,
                        "%s: found %s, expected actions with their keys, as 'hint: [Ctrl-H, F5]'", entry->key,
                        kind_name(entry));
    enum status status = STATUS_OK;
    for (const struct yaml *value = entry->child; value && !status; value = value->next)
        status = read_action(reading, value, screen);
    return status;
}

/* Checks that a key has only one meaning on a screen, and that it does not begin typed moves on the game
 * screen. */
static enum status check_key(const struct keymap_reading *reading, size_t screen, int key)
{
    const struct keymap *keymap = reading->keymap;
    const char *found[2] = {NULL, NULL};
    char name[KEYMAP_LABEL];
    for (size_t i = 0; i < keymap->count; i++)
        for (int k = 0; k < KEYS_A_ROW && keymap->rows[i].keys[k]; k++)
            if (keymap->rows[i].keys[k] == key && keymap->rows[i].screens & screens[screen].screens)
                found[found[0] != NULL] = keymap_action_names[keymap->rows[i].action]; /* [1]: another */
    write_key(key, name);
    if (found[1])
        return error_set(reading->error, STATUS_BAD, "%s: %s: found '%s' for %s and for %s, expected it once",
                         reading->file, screens[screen].name, name, found[0], found[1]);
    if (screens[screen].screens == ON_GAME && ((key >= 'a' && key <= 'g') || key == 'i'))
        return error_set(reading->error, STATUS_BAD,
                         "%s: game: found '%s' for %s, but typed moves begin with it", reading->file, name,
                         found[0]);
    return STATUS_OK;
}

/* Checks the keys of all screens: each key has one meaning there, and help and quit have a key. */
static enum status check_keys(const struct keymap_reading *reading)
{
    static const enum action needed[] = {ACTION_HELP, ACTION_QUIT};
    const struct keymap *keymap = reading->keymap;
    for (size_t s = 1; s < SCREEN_COUNT; s++) { /* row 0 stands for all of them */
        bool has[2] = {false, false};
        for (size_t i = 0; i < keymap->count; i++) {
            const struct key_binding *row = &keymap->rows[i];
            if (!(row->screens & screens[s].screens) || !row->keys[0])
                continue;
            for (int n = 0; n < 2; n++)
                has[n] |= row->action == needed[n];
            for (int k = 0; k < KEYS_A_ROW && row->keys[k]; k++)
                if (check_key(reading, s, row->keys[k]) != STATUS_OK)
                    return STATUS_BAD;
        }
        for (int n = 0; n < 2; n++)
            if (!has[n])
                return error_set(reading->error, STATUS_BAD, "%s: %s: found no key for %s, expected one",
                                 reading->file, screens[s].name, keymap_action_names[needed[n]]);
    }
    return STATUS_OK;
}

/* Removes the keys of rows that yield them, where the file has bound them to something else. The file has
 * changed exactly the rows that have a label in keymap->labels. */
static void drop_yielded_keys(struct keymap *keymap)
{
    for (size_t i = 0; i < keymap->count; i++) {
        struct key_binding *row = &keymap->rows[i];
        for (size_t j = 0; j < keymap->count && row->yields && !keymap->labels[i][0] && row->keys[0]; j++)
            for (int k = 0; k < KEYS_A_ROW && keymap->labels[j][0]; k++)
                if (keymap->rows[j].screens & row->screens && keymap->rows[j].keys[k] == row->keys[0])
                    row->keys[0] = 0;
    }
}

/* Reads the whole file and checks the resulting keys. */
static enum status read_all(const struct keymap_reading *reading, const struct yaml *root)
{
    const struct yaml *format = yaml_get(root, "format");
    if (root->kind != YAML_MAPPING || !format || format->kind != YAML_SCALAR ||
        strcmp(format->text, format_name) != 0)
        return error_at(reading->error, reading->file, format ? format->line : root->line,
                        format ? format->column : root->column, "found no 'format: %s', expected it",
                        format_name);
    enum status status = STATUS_OK;
    for (const struct yaml *entry = root->child; entry && !status; entry = entry->next)
        if (entry != format)
            status = read_screen(reading, entry);
    drop_yielded_keys(reading->keymap);
    return status ? status : check_keys(reading);
}

enum status keymap_parse(struct keymap *keymap, const char *name, const char *bytes, size_t size,
                         struct error *error)
{
    struct yaml *root;
    struct keymap_reading reading = {.file = name, .keymap = keymap, .error = error};
    /* Starts from the built-in keys. */
    keys_use(NULL, 0);
    *keymap = (struct keymap){.count = key_count};
    memcpy(keymap->rows, key_table, key_count * sizeof *key_table);
    enum status status = yaml_parse(name, bytes, size, &root, error);
    if (!status)
        status = read_all(&reading, root);
    yaml_drop(root);
    return status;
}

bool keymap_path(char *path, size_t capacity)
{
    return disk_path(DISK_CONFIG, "keys.yaml", path, capacity);
}

enum status keymap_load(struct keymap *keymap, struct error *error)
{
    char path[PATH_MAX];
    struct text text = {0};
    keys_use(NULL, 0);
    if (!keymap_path(path, sizeof path) || access(path, F_OK) != 0)
        return STATUS_OK;
    enum status status = disk_read_regular(path, YAML_SIZE, &text, error);
    if (!status)
        status = keymap_parse(keymap, path, text_string(&text), text.size, error);
    if (!status)
        keys_use(keymap->rows, keymap->count);
    text_free(&text);
    return status;
}
