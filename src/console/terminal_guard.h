/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signals of a program that has changed its terminal: whatever ends it, the terminal is given back first. */
#ifndef VEDETTE_CONSOLE_TERMINAL_GUARD_H
#define VEDETTE_CONSOLE_TERMINAL_GUARD_H

#include <stdbool.h>
#include <termios.h>

enum { TERMINAL_GUARD_SEQUENCE = 512 /* bytes that give a terminal back, at most */ };

/* From now on each signal that would end the program at once gives the terminal back first: `sequence`, cut
 * at TERMINAL_GUARD_SEQUENCE bytes, is written to standard output, and standard input gets the modes. Then
 * the program dies by that signal. Signals that are ignored or have a handler stay as they are: catch your
 * own before. One guard at a time. */
void terminal_guard(const char *sequence, const struct termios *modes);

/* Ends that. */
void terminal_unguard(void);

/* Stops the program, as Ctrl-Z does where nothing catches it, until it is continued. False: nothing here can
 * stop it (no shell waits for it, or the signal is ignored). Handlers of SIGTSTP are left out. */
bool stop_program(void);

#endif
