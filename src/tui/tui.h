/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The screen program. */
#ifndef VEDETTE_TUI_TUI_H
#define VEDETTE_TUI_TUI_H

#include "console/command.h"

/* Runs the screen until the user quits. Begins with the menu if `request` is NULL. STATUS_BAD, before
 * anything is drawn, if there is no terminal, or if the opponent or the file is invalid. SIGHUP and SIGTERM
 * end the program by that signal, with the terminal restored and the game in its journal. */
enum status tui_run(struct session *session, const struct play_request *request, struct error *error);

/* Appends the section KEYS of the manual page, in man(7). */
void tui_manual(struct text *out);

/* Returns the key with that index. False past the last one. */
bool tui_key(size_t index, struct key_words *key);

#endif
