/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Long answers at the console go through the user's pager. */
#ifndef VEDETTE_CONSOLE_PAGER_H
#define VEDETTE_CONSOLE_PAGER_H

#include "base/text.h"
#include "console/session.h"

/* An answer that is held back until it is whole. */
struct pager {
    struct session *session;
    void (*write)(void *context, const char *bytes, size_t size); /* the session's own, and its context */
    void *context;
    void (*notice)(struct session *session, const char *line);
    const char *command;        /* for the shell */
    int rows, columns;          /* of the terminal */
    struct text answer;
    struct text notices;        /* one a line */
    double since;               /* when the answer began, by clock_now */
    bool passes;                /* nothing is held back any more */
};

/* Holds back what the session writes and notices from now on, until pager_end: where that is more rows than
 * the terminal has, `command` gets it as its standard input; else, or where that cannot be run, it is
 * written. What comes later than a moment after the beginning passes, and all behind it. */
void pager_begin(struct pager *pager, struct session *session, const char *command, int rows, int columns);
void pager_end(struct pager *pager);

/* Lets what is held back pass, and all that comes, if there is a pager: for a command whose answer may be
 * waited for while it is made. */
void pager_pass(struct session *session);

/* How many rows of a terminal a text takes, its lines broken at `columns`. */
size_t pager_rows(const char *text, int columns);

#endif
