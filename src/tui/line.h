/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One line that a person types: UTF-8 text with a place in it. */
#ifndef VEDETTE_TUI_LINE_H
#define VEDETTE_TUI_LINE_H

#include "console/typed.h"

#include <stdbool.h>
#include <stddef.h>

enum { LINE_CAPACITY = 1024 };

struct line {
    char text[LINE_CAPACITY];
    size_t size;
    size_t cursor;     /* byte index of the place, at a character's start */
    bool proposed; /* nobody has touched it yet: what is typed replaces it */
    bool raw;      /* bytes stay as they are typed: the name of a file */
    struct typed_letters typed; /* of a character whose other bytes are still to come */
};

enum line_result {
    LINE_EDITING,
    LINE_DONE,      /* Enter */
    LINE_CANCELLED, /* Escape, Ctrl-C, Ctrl-G; Backspace on an empty line */
    LINE_UNKNOWN,   /* not a key of a line */
};

void line_set(struct line *line, const char *text);

/* Takes one key: a byte of text or a code of curses. Text comes in the locale's character set; bytes that are
 * none of it are read as Windows-1252, so that none is lost. */
enum line_result line_key(struct line *line, int key);

/* Puts text that was pasted at the place: line ends and tabs as blanks, none at its end; no other control
 * characters. */
void line_paste(struct line *line, const char *text);

#endif
