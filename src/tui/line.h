/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An input line: UTF-8 text with a cursor. */
#ifndef VEDETTE_TUI_LINE_H
#define VEDETTE_TUI_LINE_H

#include "console/typed.h"

#include <stdbool.h>
#include <stddef.h>

enum { LINE_CAPACITY = 1024 };

/* The line being typed. */
struct line {
    char text[LINE_CAPACITY];
    size_t size;
    size_t cursor;              /* byte index of the cursor, at the start of a character */
    bool proposed;              /* the text is a proposal: the first character typed replaces it */
    bool raw;                   /* bytes are stored as typed, because a file name may have any bytes */
    struct typed_letters typed; /* bytes of a character that is still incomplete */
};

/* The result of a key. */
enum line_result {
    LINE_EDITING,   /* the line is not finished */
    LINE_DONE,      /* Enter */
    LINE_CANCELLED, /* Escape, Ctrl-C, Ctrl-G; Backspace on an empty line */
    LINE_UNKNOWN,   /* the key means nothing in a line */
};

/* Sets the text; the cursor is at its end. Text that is too long is cut. */
void line_set(struct line *line, const char *text);

/* Handles a key: a byte of text or a code of curses. Text comes in the locale's character set; invalid
 * bytes are read as Windows-1252, so that no input is lost. */
enum line_result line_handle_key(struct line *line, int key);

/* Inserts pasted text at the cursor. Line ends and tabs become spaces, other control characters and the
 * white space at its end are left out. */
void line_paste(struct line *line, const char *text);

/* Completes (Tab) the path typed in `line` as far as all matching files agree. "~/" is the home folder; a
 * folder gets a '/'. Names that begin with '.' match only if the '.' was typed. If several files match,
 * writes their names to `names` in byte order, two spaces between, at most `capacity` - 1 bytes; otherwise
 * writes "". Returns false if no file matches or the cursor is not at the line's end. */
bool complete_path(struct line *line, char *names, size_t capacity);

#endif
