/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a terminal reports between the keys: its background's colour and what the mouse did. It is
 * taken byte by byte as it comes, so that half a report keeps nobody waiting. */
#ifndef VEDETTE_TUI_REPORT_H
#define VEDETTE_TUI_REPORT_H

#include <stdbool.h>
#include <stddef.h>

/* What the terminal has said of its background. */
enum background { BACKGROUND_UNKNOWN, BACKGROUND_DARK, BACKGROUND_LIGHT };

enum report_kind {
    REPORT_BACKGROUND,  /* behind "ESC ] 1 1 ;": "rgb:ffff/ffff/ffff" and BEL or ST */
    REPORT_MOUSE,       /* behind "ESC [ <": button;column;row and M or m (xterm's mode 1006) */
    REPORT_MOUSE_BYTES, /* behind "ESC [ M": three bytes (xterm's mode 1000) */
};

enum { REPORT_TEXT = 40 };

struct report {
    enum report_kind kind;
    bool active;
    char text[REPORT_TEXT];
    size_t size;
};

enum report_state { REPORT_INCOMPLETE, REPORT_COMPLETE, REPORT_ABORTED };

void report_begin(struct report *report, enum report_kind kind);

/* Takes a key (a byte, or a code of curses) while one is under way. REPORT_ABORTED: the key is none of it,
 * which is dropped. */
enum report_state report_add_key(struct report *report, int key);

/* What a whole REPORT_BACKGROUND says. */
enum background report_background(const struct report *report);

/* Whether a whole report of the mouse is of its left button going down, and where (from 0). */
bool report_click(const struct report *report, int *row, int *col);

#endif
