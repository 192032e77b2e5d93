/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Help, from the command table. */
#ifndef VEDETTE_CONSOLE_HELP_H
#define VEDETTE_CONSOLE_HELP_H

#include "console/command.h"

/* Prints how a command is used: its arguments, its line of help, its details. */
void help_command(struct session *session, const struct command *command);

/* Appends the sections COMMANDS and RULES of vedette(1), and OPTIONS of vedette-profile(5), in man(7). */
void help_manual(struct text *out);
void help_options(struct text *out);

/* Appends text for man(7): what would be a request or an escape is made plain. */
void help_roff(const char *text, struct text *out);

#endif
