/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The console: command lines typed at a terminal, with GNU readline. */
#ifndef VEDETTE_CONSOLE_CONSOLE_H
#define VEDETTE_CONSOLE_CONSOLE_H

#include "console/session.h"

/* Reads lines from the terminal that standard input and output are, and runs each, until `quit` or Ctrl-D
 * on an empty line; errors go to `complain`. Ctrl-C stops a command that runs, and clears a line that is
 * typed. SIGTERM, SIGHUP and SIGQUIT end the program, with the terminal as it was before. Lines are kept in
 * "$XDG_STATE_HOME/vedette/history", each as soon as it is entered. A long answer goes through $PAGER. Only
 * one may run at a time. */
void console_run(struct session *session,
                 void (*complain)(struct session *session, const struct error *error));

#endif
