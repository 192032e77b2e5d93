/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of GNU readline's set-up that the console and the screen's pane share: history, completion,
 * settings. */
#ifndef VEDETTE_CONSOLE_LINE_EDIT_H
#define VEDETTE_CONSOLE_LINE_EDIT_H

#include "console/complete.h"

#include <stdio.h>

/* A user of readline: the console or the screen's pane. */
struct line_user {
    struct session *session;
    void (*complain)(struct session *session, const struct error *error);
    /* Shows the completions of the current word, which share their first `common` bytes; or signals that
     * there are none. */
    void (*list)(const struct completions *completions, size_t common);
    int (*next_key)(FILE *in); /* returns the next byte to readline */
    /* NULL: readline controls the terminal. Else readline neither writes to it nor changes its modes, and
     * calls this function when the line has changed. */
    void (*redisplay)(void);
};

/* Makes `user` the one that readline serves. Returns the previous user, to be restored later, or NULL. The
 * first call initialises readline and reads the history file "$XDG_STATE_HOME/vedette/history". */
const struct line_user *line_edit_set_user(const struct line_user *user);

/* Lets readline read the next byte and act on it. Limits a typed repeat count (M-9999999) to 1000: readline
 * reallocates for each repeated letter and does not react until it is done. */
void line_edit_read(void);

/* Adds a line to the history, without an earlier copy of it, and to the history file. */
void line_edit_add(const char *line);

/* Adds a line as line_edit_add does, but not to the file. line_edit_restore_history removes it again. */
void line_edit_add_unsaved(const char *line);

/* Replaces the history by the contents of the file. */
void line_edit_restore_history(void);

/* Frees the history and readline's user at the end of the program. */
void line_edit_end(void);

#endif
