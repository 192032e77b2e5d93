/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The terminal: curses, signals and the waiting. Nothing else in the room calls curses. */
#ifndef VEDETTE_TUI_TERMINAL_H
#define VEDETTE_TUI_TERMINAL_H

#include "base/error.h"
#include "tui/canvas.h"
#include "tui/colours.h"
#include "tui/paint.h"
#include "tui/report.h"

enum {
    KEY_BACKGROUND = 600, /* no key: the terminal has told its background; no code of curses */
};

struct terminal {
    struct theme theme;
    bool mouse;
    int colours;                /* 0: none */
    struct paint paint;
    enum background background;
    struct report report;
    bool clicked; /* where, is not asked yet */
    int click_row, click_col;
};

/* Takes the terminal over. STATUS_BAD where stdin or stdout is no terminal, or one without a cursor
 * that can be moved. From then until terminal_stop every way out of the program restores it: exit, a
 * fatal signal, SIGHUP and its like. One terminal at a time. */
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
void terminal_ask_background(struct terminal *terminal, int milliseconds);

/* The next key that has come in: a byte, a code of curses (KEY_RESIZE too) or KEY_BACKGROUND; -1: none. */
int terminal_key(struct terminal *terminal);

/* Puts a key back that terminal_key gave: it comes again as the next one. */
void terminal_key_back(int key);

/* Where the left button was pressed, after KEY_MOUSE; false where it was something else. */
bool terminal_click(struct terminal *terminal, int *row, int *col);

void terminal_set_mouse(struct terminal *terminal, bool on);
void terminal_beep(void);

/* Gives the terminal back to the shell until the program is continued. */
void terminal_suspend(struct terminal *terminal);

/* Waits for a key, a byte at `wake` (-1: none), a signal, or `milliseconds` (-1: for ever). */
void terminal_wait(struct terminal *terminal, int wake, int milliseconds);

/* The signal that asked the program to end (SIGHUP also where the terminal is gone), or 0. */
int terminal_ended(void);

/* Ends the program the way that signal would have. To be called when all is put away. */
void terminal_die(int signal_number);

#endif
