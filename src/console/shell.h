/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs programs that the user chose: pager, editor, gnuplot. */
#ifndef VEDETTE_CONSOLE_SHELL_H
#define VEDETTE_CONSOLE_SHELL_H

#include <stdbool.h>
#include <sys/types.h>

/* The program's saved actions for the signals of the keyboard. */
struct shell_signals;

/* Ignores the signals of the keyboard and SIGPIPE while another program handles them. shell_take_signals
 * restores the returned actions and frees them. */
struct shell_signals *shell_leave_signals(void);
void shell_take_signals(struct shell_signals *before);

/* Starts a command line with the shell; `argument` (NULL: none) is passed as one more word. `input` and
 * `output` become its standard input and output. Signals have their default action, except those that the
 * program ignored before (`before`). Returns the process, or -1. */
pid_t shell_start(const struct shell_signals *before, const char *command, const char *argument, int input,
                  int output);

/* Waits for the process to end. False if it could not be run: -1, or exit status 126 or 127 of the shell. */
bool shell_wait(pid_t process);

#endif
