/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The curses screen on which a person plays. */
#ifndef VEDETTE_TUI_TUI_H
#define VEDETTE_TUI_TUI_H

#include "console/command.h"

/* Runs the screen until the person quits. `request` NULL: the start menu. STATUS_BAD, before the screen
 * is touched, where there is no terminal, or the opponent or the file is no good. A SIGHUP or SIGTERM
 * ends the program by that signal, with the terminal restored and the game in its journal. */
enum status tui_run(struct session *session, const struct play_request *request, struct error *error);

/* Appends the section KEYS of the manual page, in man(7). */
void tui_manual(struct text *out);

/* The index-th key; false past the last. */
bool tui_key(size_t index, struct key_words *key);

#endif
