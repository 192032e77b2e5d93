/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The history file of typed lines, which several consoles may write at the same time. Independent of
 * readline. */
#ifndef VEDETTE_CONSOLE_LINE_HISTORY_H
#define VEDETTE_CONSOLE_LINE_HISTORY_H

#include "base/error.h"
#include "base/string_list.h"

enum {
    LINE_HISTORY_MAX = 1000,         /* max number of lines */
    LINE_HISTORY_BYTES = 1 << 19,    /* max bytes of all lines together */
    LINE_HISTORY_LINE_MAX = 4096,    /* max bytes of a line; longer lines are not stored */
};

/* Reads the lines of the file, the oldest first. A repeated line is read only at its last place; if there is
 * no file, there are no lines. STATUS_BAD if it is not a regular file or far too large; STATUS_FAILED if the
 * system fails. string_list_free frees the lines, also after an error. */
enum status line_history_read(const char *path, struct string_list *lines, struct error *error);

/* Appends a line; creates the file (mode 0600) and its folder if needed. A file larger than 2 *
 * LINE_HISTORY_BYTES is rewritten with the lines that line_history_read returns. Lines that are blank, too
 * long or contain a line end are skipped. A lock protects lines that other programs append. */
enum status line_history_add(const char *path, const char *line, struct error *error);

#endif
