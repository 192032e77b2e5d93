/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs command lines read from a stream or a file. */
#ifndef VEDETTE_CONSOLE_SCRIPT_H
#define VEDETTE_CONSOLE_SCRIPT_H

#include "console/command.h"

#include <stdio.h>

enum { SCRIPT_LINE_MAX = 65536, SCRIPT_FILE_MAX = 1 << 24 /* bytes */ };

/* Runs each line of `in` as a command, until its end or `quit`. Reports a failed line to `complain` as
 * "NAME:LINE: text" and goes on; likewise a line with a zero byte or more than SCRIPT_LINE_MAX bytes.
 * Ctrl-C stops the line and the script. Returns the worst status. */
enum status script_run(struct session *session, FILE *in, const char *name,
                       void (*complain)(struct session *session, const struct error *error));

/* Runs the lines of a file ("-": standard input) for a command. Stops at the first that fails, with the error
 * "PATH:LINE: text". Lines are limited as in script_run. */
enum status script_source(struct session *session, const char *path, struct error *error);

#endif
