/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs of the user's that are started for him: his pager, his editor, gnuplot. */
#ifndef VEDETTE_CONSOLE_SHELL_H
#define VEDETTE_CONSOLE_SHELL_H

#include <stdbool.h>
#include <sys/types.h>

/* The program's own ways with the signals of the keyboard. */
struct shell_signals;

/* Leaves these signals to the other program, until shell_take_signals gets what this returns. */
struct shell_signals *shell_leave_signals(void);
void shell_take_signals(struct shell_signals *before);

/* Starts a command line of the shell's with `argument` (NULL: none) as one more word behind it, and `input`
 * and `output` as its standard input and output. The signals of the keyboard are as they are by default for
 * it, but those that were ignored before they were left to it stay so. Its process, or -1. */
pid_t shell_start(const struct shell_signals *before, const char *command, const char *argument, int input,
                  int output);

/* Waits until it ends; false where it could not be run (-1, or the shell found none). */
bool shell_wait(pid_t process);

#endif
