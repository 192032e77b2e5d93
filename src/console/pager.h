/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows long answers at the console with the user's pager. */
#ifndef VEDETTE_CONSOLE_PAGER_H
#define VEDETTE_CONSOLE_PAGER_H

#include "base/text.h"
#include "console/session.h"

/* The output of a command while it is held back. */
struct pager {
    struct session *session;
    void (*write)(void *context, const char *bytes, size_t size); /* the session's own, with `context` */
    void *context;
    void (*notice)(struct session *session, const char *line);
    const char *command;        /* the pager, a command line for the shell */
    int rows, columns;          /* size of the terminal */
    struct text answer;         /* output held back */
    struct text notices;        /* notices held back, one a line */
    double since;               /* start of the answer, seconds of clock_now */
    bool passes;                /* output is no longer held back */
};

/* Holds back the session's output and notices until pager_end. Output of a command that takes longer than a
 * moment is not held back. `command` is the pager; `rows`, `columns`: size of the terminal. */
void pager_begin(struct pager *pager, struct session *session, const char *command, int rows, int columns);
/* Shows output with more rows than the terminal by the pager. Writes shorter output as usual; writes all
 * output so if the pager cannot be run. */
void pager_end(struct pager *pager);

/* Writes the output held back so far and stops holding back, if there is a pager. It is for a command whose
 * output the user reads while it runs. */
void pager_stop_holding(struct session *session);

/* Returns how many rows of a terminal a text uses if lines are broken at `columns`. */
size_t pager_rows(const char *text, int columns);

#endif
