/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The panel of best lines, and hints by agents that search for some time. */
#ifndef VEDETTE_TUI_PANEL_LINES_H
#define VEDETTE_TUI_PANEL_LINES_H

#include <stdbool.h>
#include <stddef.h>

struct tui;
struct canvas;

/* Returns whether the option hint.agent names an agent, and the person is to move or steps through a
 * finished game. */
bool lines_can_hint(const struct tui *tui);

/* Returns whether the cursor has the move that the last hint chose. */
bool lines_hint_stands(const struct tui *tui);

/* Returns whether the hint that stands has replaced another one so short a time ago that the person may mean
 * that one: then its move is not to be played yet, and the message says so. */
bool lines_hold_hint(struct tui *tui);

/* Requests a hint from that agent and opens the panel. Returns false if lines_can_hint is false. */
bool lines_hint(struct tui *tui);

/* Shows the hint when it is ready, and drops hints for another position. Called by panels_update. */
void lines_update(struct tui *tui);

/* Ends the search for a hint with the best move found. Returns false if no hint is being computed. */
bool lines_finish_now(struct tui *tui);

/* Stops the search for a hint. Returns false if no hint is being computed. */
bool lines_stop(struct tui *tui);

/* Drops a requested hint because the person did something else, so that it does not appear later. */
void lines_abandon_hint(struct tui *tui);

/* Draws the panel, if it is open and has an area. */
void lines_draw(const struct tui *tui, struct canvas *canvas);

/* Writes the progress of a hint for the message line; "" if there is none to show. */
void lines_progress_text(const struct tui *tui, char *words, size_t capacity);

#endif
