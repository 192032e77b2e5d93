/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The console: command lines typed at a terminal, with GNU readline. */
#ifndef VEDETTE_CONSOLE_CONSOLE_H
#define VEDETTE_CONSOLE_CONSOLE_H

#include "console/session.h"

/* Reads lines from the terminal that is standard input and output and runs each, until `quit` or Ctrl-D on
 * an empty line. Errors go to `complain`. Ctrl-C stops a running command or clears the line being typed.
 * SIGTERM, SIGHUP and SIGQUIT restore the terminal and end the program. Each entered line is appended to
 * "$XDG_STATE_HOME/vedette/history" at once. A long answer is shown with $PAGER. Not reentrant: readline is
 * global. */
void console_run(struct session *session,
                 void (*complain)(struct session *session, const struct error *error));

#endif
