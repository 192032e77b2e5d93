/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The panel of best lines, and hints by agents that search for some time. */
#ifndef VEDETTE_TUI_PANEL_LINES_H
#define VEDETTE_TUI_PANEL_LINES_H

#include <stdbool.h>
#include <stddef.h>

struct tui;
struct canvas;

/* lines_can_hint returns whether the option hint.agent names an agent, and the person is to move or steps
 * through a finished game. lines_hint then requests a hint and opens the panel; else it returns false. */
bool lines_can_hint(const struct tui *tui);
bool lines_hint(struct tui *tui);

/* Shows the hint when it is ready, and drops hints for another position. Called by panels_update. */
void lines_update(struct tui *tui);

/* lines_finish_now ends the search for a hint with the best move found, lines_stop without a hint. Both
 * return false if no hint is being computed. */
bool lines_finish_now(struct tui *tui);
bool lines_stop(struct tui *tui);

/* Drops a requested hint because the person did something else, so that it does not appear later. */
void lines_abandon_hint(struct tui *tui);

/* lines_draw draws the panel, if it is open and has an area. lines_progress_text writes the progress of a
 * hint for the message line; "" if there is none. */
void lines_draw(const struct tui *tui, struct canvas *canvas);
void lines_progress_text(const struct tui *tui, char *words, size_t capacity);

#endif
