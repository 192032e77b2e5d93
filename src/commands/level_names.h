/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names of the ladder's levels and styles as words of a command: completions and errors. */
#ifndef VEDETTE_COMMANDS_LEVEL_NAMES_H
#define VEDETTE_COMMANDS_LEVEL_NAMES_H

#include "base/error.h"
#include "console/argument.h"
#include "play/ladder.h"

/* Passes the names of the levels of all ladders, in lower case, to `take`; for `names` of an argument. */
void level_names(name_taker *take, void *context);

/* Passes the names of the styles of all ladders, in lower case, to `take`; for `names` of an argument. */
void style_names(name_taker *take, void *context);

/* Sets the error that the ladder has no level `name`, with the names that it has. Returns STATUS_BAD. */
enum status level_unknown(const char *command, const struct ladder *ladder, const char *name,
                          struct error *error);

/* Sets the error that the ladder has no style `name`, with the names that it has. Returns STATUS_BAD. */
enum status style_unknown(const char *command, const struct ladder *ladder, const char *name,
                          struct error *error);

#endif
