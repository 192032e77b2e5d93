/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GNU readline as the console and the screen's pane have it in common: history, completion, settings. */
#ifndef VEDETTE_CONSOLE_LINE_EDIT_H
#define VEDETTE_CONSOLE_LINE_EDIT_H

#include "console/complete.h"

#include <stdio.h>

/* Who lets lines be typed. */
struct line_user {
    struct session *session;
    void (*complain)(struct session *session, const struct error *error);
    /* Lists completions of the word under way, of which they have the first `common` bytes in common; or
     * tells that there are none. */
    void (*list)(const struct completions *completions, size_t common);
    int (*take_key)(FILE *in); /* gives readline the next byte */
    /* NULL: the terminal is readline's. Else readline writes nothing to it and leaves its modes alone, and
     * this is called where the line looks otherwise. */
    void (*redisplay)(void);
};

/* Readline is that user's from now on; returns whose it was, to be given back later: NULL for nobody. Makes
 * it ready, and reads the history from "$XDG_STATE_HOME/vedette/history", where that was not done. */
const struct line_user *line_edit_use(const struct line_user *user);

/* Lets readline take the next byte and act on it. A count that was typed before it, as M-9999999, is cut: for
 * each of so many letters readline makes room anew, and hears nothing until it is done. */
void line_edit_read(void);

/* Keeps a line in the history, where it then stands once, and in the file. */
void line_edit_keep(const char *line);

/* The same, but the file does not get it, so that nobody is offered it after line_edit_forget. */
void line_edit_keep_here(const char *line);

/* Lets the history be as the file has it. */
void line_edit_forget(void);

/* When nobody uses it any more: forgets the history. */
void line_edit_end(void);

#endif
