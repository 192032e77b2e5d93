/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines typed at consoles, in a file that several of them may write at once. Knows no readline. */
#ifndef VEDETTE_CONSOLE_LINE_HISTORY_H
#define VEDETTE_CONSOLE_LINE_HISTORY_H

#include "base/error.h"

#include <stddef.h>

enum {
    LINE_HISTORY_MAX = 1000,         /* lines that are kept */
    LINE_HISTORY_BYTES = 1 << 19,    /* of all of them */
    LINE_HISTORY_LINE_MAX = 4096,    /* a longer line is not kept */
};

struct line_history {
    char **lines; /* the oldest first, each once, where it stood last */
    size_t count, capacity;
};

/* Reads the lines of a file; there are none where there is no file. STATUS_BAD where it is no regular file,
 * or far too large; the machine's failure. line_history_free gives the memory back, all zero may be freed.
 * */
enum status line_history_read(const char *path, struct line_history *history, struct error *error);
void line_history_free(struct line_history *history);

/* Appends a line, and makes the file (mode 0600) and its folder where there is none. A file of twice the
 * bytes that are kept is cut to those that line_history_read gives. Blank lines, too long ones and those
 * with a line end are left out. What another program appends meanwhile is not lost. */
enum status line_history_add(const char *path, const char *line, struct error *error);

#endif
