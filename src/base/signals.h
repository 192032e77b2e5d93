/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signals that the program handles, unless they were ignored when it was started (nohup, trap "" INT). */
#ifndef VEDETTE_BASE_SIGNALS_H
#define VEDETTE_BASE_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

/* Installs `handler` for a signal; no other signals are blocked while it runs. Returns false on an error, or
 * if the signal is ignored: it then stays ignored. *before (may be NULL) gets the old action, for restoring
 * it with sigaction. */
bool signals_catch(int number, void (*handler)(int number), struct sigaction *before);

#endif
