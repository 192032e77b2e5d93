/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One line that a person types: UTF-8 text with a place in it. */
#ifndef VEDETTE_TUI_LINE_H
#define VEDETTE_TUI_LINE_H

#include <stdbool.h>
#include <stddef.h>

enum { LINE_ROOM = 1024 };

struct line {
    char text[LINE_ROOM];
    size_t size;
    size_t at;     /* byte index of the place, at a character's start */
    bool proposed; /* nobody has touched it yet: what is typed replaces it */
};

enum line_answer {
    LINE_GOES_ON,
    LINE_DONE,      /* Enter */
    LINE_CANCELLED, /* Escape, Ctrl-C, Ctrl-G; Backspace on an empty line */
    LINE_UNKNOWN,   /* not a key of a line */
};

void line_set(struct line *line, const char *text);

/* Takes one key: a byte of text or a code of curses. */
enum line_answer line_key(struct line *line, int key);

#endif
