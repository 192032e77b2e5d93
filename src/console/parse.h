/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses the words after a command's name into the command's struct. */
#ifndef VEDETTE_CONSOLE_PARSE_H
#define VEDETTE_CONSOLE_PARSE_H

#include "console/command.h"

/* A parsed command line; parsed_free frees it, all zero is allowed. */
struct parsed {
    void *args;          /* the command's struct: its defaults and the given values */
    char **words;        /* array of plain words, which the lists in `args` point into */
    struct string_list named; /* FILE#N, of each FILE and --game N */
    bool overrides;      /* flags set options or profiles for this command only */
};

/* Parses argv, the words after the name, by the command's rows and applies the session's flags in it. A
 * flag's name may be shortened while it is unambiguous. "--name value" and "--name=value" are equal, but a
 * value that begins with "--" needs the second form. A repeated flag replaces the earlier one; "--" ends the
 * flags; "-" is a word. An optional word is skipped if the given word has another kind and fits a later row.
 * STATUS_BAD names what is unknown, missing, superfluous or invalid. Flags that set options are refused for a
 * command with changes_options. argv must live as long as `parsed`, which parsed_free frees, also after an
 * error. */
enum status parse_line(struct session *session, const struct command *command, int argc, char **argv,
                       struct parsed *parsed, struct error *error);
void parsed_free(struct parsed *parsed);

/* Sets the error "usage: vedette NAME …"; returns STATUS_BAD. */
enum status usage_error(const struct command *command, struct error *error);

/* Returns the index-th flag of a command: its own, then the session's; NULL after the last one. *flag
 * (unless NULL) gets which of the session's flags it is, SESSION_FLAGS for the command's own. */
const struct argument *command_flag(const struct command *command, size_t index, enum session_flag *flag);

/* Finds the flag whose name is the first `size` bytes of `name`. If there is none, finds the only flag whose
 * name begins with them; the command's own flags take precedence. Does not accept the full name of a session
 * flag that this command lacks as a prefix. NULL and an error if there is no flag or several. */
const struct argument *command_find_flag(const struct command *command, const char *name, size_t size,
                                         enum session_flag *flag, struct error *error);

/* Appends the left part of a row of usage or help: "FILE", "--games N", "--setups FILE…".
 * `is_flag`: the row is a flag's. */
void usage_label(const struct argument *row, bool is_flag, struct text *out);

/* Appends the usage of a command without "usage: ": "perft N FILE". */
void usage_line(const struct command *command, struct text *out);

#endif
