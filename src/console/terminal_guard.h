/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Restores the terminal before a signal ends the program. */
#ifndef VEDETTE_CONSOLE_TERMINAL_GUARD_H
#define VEDETTE_CONSOLE_TERMINAL_GUARD_H

#include <stdbool.h>
#include <termios.h>

enum { TERMINAL_GUARD_SEQUENCE = 512 /* max bytes of the restoring sequence */ };

/* Makes a signal that would end the program restore the terminal first, from now on. It writes `sequence`
 * (cut at TERMINAL_GUARD_SEQUENCE bytes) to standard output and sets the modes of standard input. Then the
 * program ends by that signal. Signals that are ignored or have a handler are not changed: install your own
 * handlers before. Only one guard at a time. */
void terminal_guard(const char *sequence, const struct termios *modes);

/* Removes the guard and its handlers. */
void terminal_unguard(void);

/* Stops the program as Ctrl-Z does by default, until it is continued. False if it cannot be stopped (no
 * shell waits for it, or SIGTSTP is ignored). Does not call handlers of SIGTSTP. */
bool stop_program(void);

#endif
