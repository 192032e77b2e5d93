/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The terminal: curses, signals and the waiting. Nothing else in the room calls curses. */
#ifndef VEDETTE_TUI_TERMINAL_H
#define VEDETTE_TUI_TERMINAL_H

#include "base/error.h"
#include "base/text.h"
#include "tui/canvas.h"
#include "tui/colours.h"
#include "tui/paint.h"
#include "tui/report.h"

enum {
    /* No keys and no codes of curses: */
    KEY_BACKGROUND = 600, /* the terminal has reported its background */
    KEY_PASTE,            /* something was pasted: terminal_pasted */
};

struct terminal {
    struct theme theme;
    bool mouse;
    int colours;                /* 0: none */
    struct paint paint;
    enum background background;
    struct report report;
    bool awaits_background;     /* it was asked for at `requested_at` (clock_now), and is not there yet */
    double requested_at;
    bool pasting;               /* a paste is under way; its last byte came at `pasted_at` */
    double pasted_at;
    struct text pasted;
    bool clicked; /* where, is not asked yet */
    int click_row, click_col;
};

/* Takes the terminal over. STATUS_BAD where stdin or stdout is no terminal, or one without a cursor
 * that can be moved. From then until terminal_stop every way out of the program restores it: exit, and any
 * signal that ends it. Signals that were ignored stay so. One terminal at a time. terminal_stop waits up to a
 * second for an answer that the terminal still owes. */
enum status terminal_start(struct terminal *terminal, struct error *error);
void terminal_stop(struct terminal *terminal);

/* Rows and columns now. */
void terminal_size(int *rows, int *cols);

/* Shows the canvas: one update, of what changed. */
void terminal_show(struct terminal *terminal, const struct canvas *canvas);

/* The next show draws everything anew. */
void terminal_redraw(struct terminal *terminal);

/* Asks the terminal for its background colour (OSC 11), if it has colours and understands as much as xterm;
 * waits up to `milliseconds` for the answer, no longer than until something is typed. A later answer comes as
 * KEY_BACKGROUND; none is taken for keys, and no key for one. */
void terminal_request_background(struct terminal *terminal, int milliseconds);

/* The next key that has come in: a byte, a code of curses (KEY_RESIZE too), KEY_BACKGROUND or KEY_PASTE;
 * -1: none. */
int terminal_key(struct terminal *terminal);

/* Puts a key back that terminal_key gave: it comes again as the next one. */
void terminal_unget_key(int key);

/* What was pasted, after KEY_PASTE: bytes as they came, without zeros, the first 64 KiB. Only a terminal that
 * understands as much as xterm is asked for marks around a paste; from others it comes as keys. A paste
 * without an end has ended when a second has gone by without another byte. */
const char *terminal_pasted(const struct terminal *terminal);

/* Where the left button was pressed, after KEY_MOUSE; false where it was something else. */
bool terminal_click(struct terminal *terminal, int *row, int *col);

void terminal_set_mouse(struct terminal *terminal, bool on);
void terminal_beep(void);

/* Gives the terminal back to the shell until the program is continued; false where nothing can stop it. */
bool terminal_suspend(struct terminal *terminal);

/* Whether a signal has asked for that. */
bool terminal_suspend_requested(void);

/* Waits for a key, a byte at `wake` (-1: none), a signal, or `milliseconds` (-1: for ever). */
void terminal_wait(struct terminal *terminal, int wake, int milliseconds);

/* The signal that asked the program to end (SIGHUP also where the terminal is gone), or 0. */
int terminal_end_signal(void);

/* Ends the program the way that signal would have. To be called when all is put away. */
void terminal_die_by_signal(int signal_number);

#endif
