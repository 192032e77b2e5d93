/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Help texts made from the command table. */
#ifndef VEDETTE_CONSOLE_HELP_H
#define VEDETTE_CONSOLE_HELP_H

#include "console/command.h"

/* Prints a command's usage, its line of help, its arguments and its details. */
void help_command(struct session *session, const struct command *command);

enum { HELP_WORDS = 8 }; /* max words of 'help WORD…' */

/* Prints the help on all commands, as text or, with --json, as JSON. */
void help_all(struct session *session);
/* Prints the help on one command, likewise. */
void help_one(struct session *session, const struct command *command);
/* Prints all that matches 1 .. HELP_WORDS words that are no command's name. False if nothing matches. */
bool help_about(struct session *session, int count, char *const words[]);

/* Appends the section COMMANDS of vedette(1), in man(7). */
void help_manual(const struct command_table *commands, struct text *out);
/* Appends the section OPTIONS of vedette-profile(5), in man(7). */
void help_options(struct text *out);

/* Appends text for man(7); characters that would start a request or an escape are escaped. */
void help_add_roff(const char *text, struct text *out);

/* Appends a label and its meaning as a paragraph with a tag (.TP) in man(7). */
void help_term(const char *label, const char *words, struct text *out);

#endif
