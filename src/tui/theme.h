/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Themes: YAML files that say how roles and grounds look (doc/FILES.md). Those that come with the program are
 * data/themes/NAME.yaml; a person's own are $XDG_CONFIG_HOME/vedette/themes/NAME.yaml. */
#ifndef VEDETTE_TUI_THEME_H
#define VEDETTE_TUI_THEME_H

#include "base/error.h"
#include "tui/colours.h"

#include <stddef.h>

/* Reads the theme of that name into `theme`, all or nothing: as it came with the program, and on top of that
 * as the person has it. STATUS_BAD where it is known to neither (with the nearest known), or what the person
 * wrote is no theme: FILE:LINE:COLUMN, what was found, what was expected. */
enum status theme_load(struct theme *theme, const char *name, struct error *error);

/* Reads a theme from memory on top of what `theme` holds, all or nothing; `file` stands for it in errors. Its
 * key `like` names a theme that came with the program: what the file leaves out is as there. */
enum status theme_parse(struct theme *theme, const char *file, const char *bytes, size_t size,
                        struct error *error);

/* The names of all themes, each once: the program's in the order in which they are offered, then the person's
 * in byte order; into a new array, which free() gives back. Returns how many; `fault` (may be NULL) gets why
 * the person's folder cannot be read. */
size_t theme_list(char (**names)[THEME_NAME], struct error *fault);

/* The name of a role or a ground in theme files. */
const char *theme_role_name(enum role role);
const char *theme_ground_name(enum ground ground);

#endif
