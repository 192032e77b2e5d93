/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The user's keys: $XDG_CONFIG_HOME/vedette/keys.yaml (doc/FILES.md). */
#ifndef VEDETTE_TUI_KEYMAP_H
#define VEDETTE_TUI_KEYMAP_H

#include "base/error.h"
#include "tui/keys.h"

enum { KEYMAP_ROWS = 256, KEYMAP_LABEL = 40 };

/* A complete key table with the changes of the user's file. */
struct keymap {
    struct key_binding rows[KEYMAP_ROWS];
    char labels[KEYMAP_ROWS][KEYMAP_LABEL]; /* [row]: its label if the file changed it, otherwise "" */
    size_t count;
};

/* Fills `keymap` with the built-in keys, changed by the bytes of a file; `name` names the file in errors.
 * STATUS_BAD with FILE:LINE:COLUMN, or FILE and screen. Faults are an unknown screen, action or key, a key
 * with two meanings on one screen, a key that begins typed moves, and a screen without a key for help or
 * quit. */
enum status keymap_parse(struct keymap *keymap, const char *name, const char *bytes, size_t size,
                         struct error *error);

/* Reads the user's key file, if it exists, into `keymap` and makes these keys the current ones; `keymap`
 * must live as long as they are used. On an error the built-in keys are used. */
enum status keymap_load(struct keymap *keymap, struct error *error);

/* Writes the path of that file, whether it exists or not. Returns false if neither XDG_CONFIG_HOME nor HOME
 * is set. */
bool keymap_path(char *path, size_t capacity);

/* The names of the actions in the file; NULL: its keys cannot be changed. */
extern const char *const keymap_action_names[ACTION_COUNT];

#endif
