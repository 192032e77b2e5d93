/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Help, from the command table. */
#ifndef VEDETTE_CONSOLE_HELP_H
#define VEDETTE_CONSOLE_HELP_H

#include "console/command.h"

/* Prints how a command is used: its arguments, its line of help, its details. */
void help_command(struct session *session, const struct command *command);

enum { HELP_WORDS = 8 }; /* most words of a question */

/* Answers as the session wants it, as text or as JSON: with all commands; with one; with what is about some
 * words, HELP_WORDS at most, that name no command: false where nothing is. */
void help_all(struct session *session);
void help_one(struct session *session, const struct command *command);
bool help_about(struct session *session, int count, char *const words[]);

/* Appends the sections COMMANDS of vedette(1), and OPTIONS of vedette-profile(5), in man(7). */
void help_manual(const struct command_table *commands, struct text *out);
void help_options(struct text *out);

/* Appends text for man(7): what would be a request or an escape is made plain. */
void help_roff(const char *text, struct text *out);

/* Appends a label and what it stands for, in man(7). */
void help_term(const char *label, const char *words, struct text *out);

#endif
