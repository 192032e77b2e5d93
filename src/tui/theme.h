/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Themes: YAML files with the styles of roles and grounds (doc/FILES.md). The built-in ones are
 * data/themes/NAME.yaml; the user's are $XDG_CONFIG_HOME/vedette/themes/NAME.yaml. */
#ifndef VEDETTE_TUI_THEME_H
#define VEDETTE_TUI_THEME_H

#include "base/error.h"
#include "base/string_list.h"
#include "tui/colours.h"

#include <stddef.h>

/* Loads the theme of that name into `theme`: the built-in one, changed by the user's file of that name.
 * `theme` is unchanged on an error. STATUS_BAD if neither exists (with the nearest name), or if the user's
 * file is invalid: FILE:LINE:COLUMN, what was found, what was expected. */
enum status theme_load(struct theme *theme, const char *name, struct error *error);

/* Reads a theme from memory over the content of `theme`, which is unchanged on an error; `file` names it in
 * errors. Its key `like` names a built-in theme, which gives all styles that the file leaves out. */
enum status theme_parse(struct theme *theme, const char *file, const char *bytes, size_t size,
                        struct error *error);

/* Appends the names of all themes, each once: the built-in ones in a fixed order, then the user's in byte
 * order. `fault` (may be NULL) gets the error of reading the user's folder. */
void theme_list(struct string_list *names, struct error *fault);

/* The names of roles and grounds in theme files; NULL ends them. */
extern const char *const theme_role_names[ROLES + 1], *const theme_ground_names[GROUNDS + 1];

#endif
