/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs programs that the user chose: pager, editor, gnuplot. */
#ifndef VEDETTE_CONSOLE_SHELL_H
#define VEDETTE_CONSOLE_SHELL_H

#include "base/text.h"

#include <stdbool.h>

/* Runs a command line with the shell and waits for its end; `argument` (NULL: none) is passed as one more
 * word. Its standard input is the text `input`, and its standard output is appended to `output`; NULL stands
 * for those of this program. It should read all of `input` before it writes. Until its end the signals of the
 * keyboard, such as Ctrl-C, go to the command only. False if it could not be run: the shell's exit status is
 * 126 or 127. */
bool shell_run(const char *command, const char *argument, const struct text *input, struct text *output);

#endif
