/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The terminal: curses, signals, and waiting for input. No other file of the folder calls curses, except for
 * paint.c. */
#ifndef VEDETTE_TUI_TERMINAL_H
#define VEDETTE_TUI_TERMINAL_H

#include "base/error.h"
#include "base/text.h"
#include "tui/canvas.h"
#include "tui/colours.h"
#include "tui/paint.h"
#include "tui/report.h"

enum {
    /* Codes of this module, which curses does not use: */
    KEY_BACKGROUND = 600, /* the terminal has reported its background */
    KEY_PASTE,            /* text was pasted: terminal.pasted */
    KEY_WHEEL_UP,         /* the mouse's wheel was turned */
    KEY_WHEEL_DOWN,
};

/* The state of the terminal. */
struct terminal {
    struct theme theme;
    bool mouse;
    int colours;                /* number of colours; 0: none */
    struct paint paint;
    enum background background;
    struct report report;
    /* its background was requested at `requested_at` (clock_now()) and not reported yet */
    bool awaits_background;
    double requested_at;
    bool pasting;               /* a paste is in progress; its last byte came at `pasted_at` */
    double pasted_at;
    /* The text after KEY_PASTE: the bytes as they came, without zeros, at most 64 KiB. Only a terminal like
     * xterm marks pastes; from others they come as keys. A paste without an end mark ends after a second
     * without input. */
    struct text pasted;
    bool clicked; /* click_row and click_col have not been read yet */
    int click_row, click_col;
};

/* Takes control of the terminal. STATUS_BAD if stdin or stdout is no terminal, or a terminal without cursor
 * movement. Until terminal_stop, every end of the program restores the terminal: exit(), and any signal that
 * ends it. Ignored signals stay ignored. Only one terminal at a time. */
enum status terminal_start(struct terminal *terminal, struct error *error);

/* Restores the terminal and the signals. Waits up to a second for a report that the terminal still has to
 * send. */
void terminal_stop(struct terminal *terminal);

/* Returns the current number of rows and columns. */
void terminal_size(int *rows, int *cols);

/* Shows the canvas: sends what differs from the screen. */
void terminal_show(struct terminal *terminal, const struct canvas *canvas);

/* Requests the terminal's background colour (OSC 11), if it has colours and is like xterm. Waits up to
 * `milliseconds`, or until a key is typed. A later report comes as KEY_BACKGROUND. */
void terminal_request_background(struct terminal *terminal, int milliseconds);

/* Returns the next key: a byte, a code of curses (also KEY_RESIZE), or one of those above. Returns -1 if
 * there is none. */
int terminal_key(struct terminal *terminal);

/* Makes terminal_key return that key next. */
void terminal_unget_key(int key);

/* Returns the place where the left button was pressed, after KEY_MOUSE. False for any other event. */
bool terminal_click(struct terminal *terminal, int *row, int *col);

/* Switches the reports of the mouse on or off. */
void terminal_set_mouse(struct terminal *terminal, bool on);

/* Beeps. */
void terminal_beep(void);

/* Returns the terminal to the shell and stops the program until it is continued. Returns false if it could
 * not be stopped. */
bool terminal_suspend(struct terminal *terminal);

/* Returns whether a signal has requested that. */
bool terminal_suspend_requested(void);

/* Waits for a key, a byte on the descriptor `wake` (-1: none), a signal, or `milliseconds` (-1: no limit). */
void terminal_wait(struct terminal *terminal, int wake, int milliseconds);

/* Returns the signal that is to end the program (SIGHUP also if the terminal is gone), or 0. */
int terminal_end_signal(void);

#endif
