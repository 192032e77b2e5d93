/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A person's own keys: $XDG_CONFIG_HOME/vedette/keys.yaml (doc/FILES.md). */
#ifndef VEDETTE_TUI_KEYMAP_H
#define VEDETTE_TUI_KEYMAP_H

#include "base/error.h"
#include "tui/keys.h"

enum { KEYMAP_ROWS = 256, KEYMAP_LABEL = 40 };

struct keymap {
    struct key_binding rows[KEYMAP_ROWS];
    char labels[KEYMAP_ROWS][KEYMAP_LABEL]; /* of the rows that the file changes */
    size_t count;
};

/* Changes the program's keys as the bytes of a file say; `name` stands for it in errors. STATUS_BAD with
 * FILE:LINE:COLUMN, or FILE and the screen: no such screen, action or key, a key with two meanings on one
 * screen, one that begins typed moves, or no key left for help or quit. */
enum status keymap_parse(struct keymap *keymap, const char *name, const char *bytes, size_t size,
                         struct error *error);

/* The same with the person's file, where it is there, and takes the keys into use: keymap must then live as
 * long as keys are asked for. On an error the program's own stay. */
enum status keymap_load(struct keymap *keymap, struct error *error);

/* The path of that file, whether it is there or not; false where there is no place for it. */
bool keymap_path(char *path, size_t capacity);

/* What an action is called in the file; NULL: it has no name, and keeps its keys. */
const char *keymap_action_name(enum action action);

#endif
