/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names of the ladder's levels and styles, as words of a command: to be completed, and refused. */
#ifndef VEDETTE_CONSOLE_LEVEL_NAMES_H
#define VEDETTE_CONSOLE_LEVEL_NAMES_H

#include "base/error.h"
#include "console/argument.h"

/* Tell each name as it is typed most easily, in small letters: for `names` of an argument. */
void level_names(name_taker *take, void *context);
void style_names(name_taker *take, void *context);

/* STATUS_BAD: `command` found the `what` (a level, a style) `name`; with the names there are. */
enum status level_unknown(const char *command, const char *what, const char *name,
                          void (*names)(name_taker *take, void *context), struct error *error);

#endif
