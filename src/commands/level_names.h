/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names of the ladder's levels and styles, as words of a command: to be completed, and refused. */
#ifndef VEDETTE_COMMANDS_LEVEL_NAMES_H
#define VEDETTE_COMMANDS_LEVEL_NAMES_H

#include "base/error.h"
#include "console/argument.h"
#include "play/ladder.h"

/* Tell each name of all ladders as it is typed most easily, in small letters: for `names` of an argument. */
void level_names(name_taker *take, void *context);
void style_names(name_taker *take, void *context);

/* STATUS_BAD: `command` found the level, or the style, `name`; with the names that the ladder has. */
enum status level_unknown(const char *command, const struct ladder *ladder, const char *name,
                          struct error *error);
enum status style_unknown(const char *command, const struct ladder *ladder, const char *name,
                          struct error *error);

#endif
