/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Command lines read from a stream. */
#ifndef VEDETTE_CONSOLE_SCRIPT_H
#define VEDETTE_CONSOLE_SCRIPT_H

#include "console/command.h"

#include <stdio.h>

enum { SCRIPT_LINE_MAX = 65536, SCRIPT_FILE_MAX = 1 << 24 /* bytes */ };

/* Runs each line of `in` as a command until its end or `quit`. A line that fails gives its error to
 * `complain`, as "NAME:LINE: text", and the next one is run; so does a line that is longer than
 * SCRIPT_LINE_MAX bytes or holds a zero byte. A Ctrl-C ends the script with the line that it stopped. Returns
 * the worst status. */
enum status script_run(struct session *session, FILE *in, const char *name,
                       void (*complain)(struct session *session, const struct error *error));

/* Runs the lines of a file, "-" standard input, for a command: the first that fails ends it, and `error` says
 * "PATH:LINE: text". What a line may not be is as above. */
enum status script_source(struct session *session, const char *path, struct error *error);

#endif
