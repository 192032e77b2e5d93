/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports of the terminal among the keys: its background colour and mouse events. They are parsed byte by
 * byte, so that an incomplete report does not block the screen. */
#ifndef VEDETTE_TUI_REPORT_H
#define VEDETTE_TUI_REPORT_H

#include <stdbool.h>
#include <stddef.h>

/* The background that the terminal has reported. */
enum background { BACKGROUND_UNKNOWN, BACKGROUND_DARK, BACKGROUND_LIGHT };

enum report_kind {
    REPORT_BACKGROUND,  /* after "ESC ] 1 1 ;": "rgb:ffff/ffff/ffff" and BEL or ST */
    REPORT_MOUSE,       /* after "ESC [ <": button;column;row and M or m (xterm mode 1006) */
    REPORT_MOUSE_BYTES, /* after "ESC [ M": three bytes (xterm mode 1000) */
};

enum { REPORT_TEXT = 40 };

/* A report being read. */
struct report {
    enum report_kind kind;
    bool active; /* more bytes are expected */
    char text[REPORT_TEXT];
    size_t size;
};

enum report_state { REPORT_INCOMPLETE, REPORT_COMPLETE, REPORT_ABORTED };

/* Starts a report. */
void report_begin(struct report *report, enum report_kind kind);

/* Adds a key (a byte, or a code of curses) to an active report. REPORT_ABORTED if the key does not belong to
 * it; the report is then dropped. */
enum report_state report_add_key(struct report *report, int key);

/* Returns the background of a complete REPORT_BACKGROUND. */
enum background report_background(const struct report *report);

/* Returns -1 if a complete mouse report is a turn of the wheel up, 1 if down, 0 if it is none. */
int report_wheel(const struct report *report);

/* Returns whether a complete mouse report is a press of the left button, and its zero-based place. */
bool report_click(const struct report *report, int *row, int *col);

#endif
