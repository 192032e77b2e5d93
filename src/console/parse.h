/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words behind a command's name become the struct that its function gets. */
#ifndef VEDETTE_CONSOLE_PARSE_H
#define VEDETTE_CONSOLE_PARSE_H

#include "console/command.h"

/* A command line that was read. All zero may be freed. */
struct parsed {
    void *args;          /* the command's struct: its defaults and what was given */
    char **words;        /* what lists in it point into, beside argv */
    bool overrides;      /* options or profiles were set that hold for this command alone */
};

/* Reads argv, the words behind the name, by the command's rows, and lets the session have its flags among
 * them. A flag's name may be shortened while it is unambiguous; "--name value" and "--name=value" are the
 * same, but a value that begins with "--" needs the second form; a later one beats an earlier one; "--" ends
 * the flags, "-" is a word. A word that may be missing is left out where it is of another kind and the rows
 * behind it have room. STATUS_BAD names what is unknown, missing, too much or wrong. A command that changes
 * the session's options is not given others for itself alone. argv must live as long as `parsed`, which
 * parsed_free gives back, also after an error. */
enum status parse_line(struct session *session, const struct command *command, int argc, char **argv,
                       struct parsed *parsed, struct error *error);
void parsed_free(struct parsed *parsed);

/* STATUS_BAD "usage: vedette NAME …". */
enum status usage_error(const struct command *command, struct error *error);

/* The index-th flag that a command has: its own, then those of the session; NULL past the last. `flag` (may
 * be NULL) gets which of the session's it is, or SESSION_FLAGS. */
const struct argument *command_flag(const struct command *command, size_t index, enum session_flag *flag);

/* The flag that the first `size` bytes of `name` name, whole or, where only one does, begin; its own ones
 * come first. The whole name of a flag that other commands have is never short for one that this has. NULL
 * and a sentence where there is none, or more than one. */
const struct argument *command_find_flag(const struct command *command, const char *name, size_t size,
                                         enum session_flag *flag, struct error *error);

/* Appends the usage of a command without "usage: ": "perft N FILE". */
void usage_line(const struct command *command, struct text *out);

#endif
