/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signals that the program takes, unless they were ignored when it was started (nohup, trap "" INT). */
#ifndef VEDETTE_BASE_SIGNALS_H
#define VEDETTE_BASE_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

/* Lets `handler` take the signal, with no other signal held up meanwhile. One that is ignored stays so, and
 * the answer is false. *before (NULL: not wanted) gets what was done with it, for sigaction to put back. */
bool signals_catch(int number, void (*handler)(int number), struct sigaction *before);

#endif
