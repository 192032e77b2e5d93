/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shapes of the commands' answers as JSON, in one table.
 *
 * A shape is written as the answer itself would be, with kinds in place of values:
 *     text  number  whole  flag   a string, a number, a whole number, true or false
 *     scalar                      a string, a number, true or false
 *     {name: SHAPE, ...}          an object with exactly these names
 *     <SHAPE>                     an object with any names
 *     [SHAPE]                     a list
 *     @name                       a named shape, or the answer of the command of that name
 *     SHAPE?                      the same, or null
 * "SHAPE | SHAPE" is one of the two, by the words and flags of the command. The member "version", which every
 * answer has last, is left out. */
#ifndef VEDETTE_COMMANDS_ANSWERS_H
#define VEDETTE_COMMANDS_ANSWERS_H

#include "base/text.h"
#include "console/command.h"

/* Returns the named shape, or that of the answer of the command of that name; NULL if there is none. `name`
 * has `size` bytes. */
const char *answer_shape(const char *name, size_t size);

/* Returns the shape of a command's answer; NULL if it has no --json. */
const char *answer_of_command(const struct command *command);

/* Appends a document with the JSON Schema (draft 2020-12) of the named shapes ("$defs") and of each command's
 * answer ("commands"), one a line. */
void answer_schemas(const struct command_table *commands, struct text *out);

#endif
