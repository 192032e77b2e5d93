/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The panel of the best lines, and hints that take their time. */
#ifndef VEDETTE_TUI_PANEL_LINES_H
#define VEDETTE_TUI_PANEL_LINES_H

#include <stdbool.h>
#include <stddef.h>

struct tui;
struct canvas;

/* Whether the options name an agent that shows its lines, and the person is to move, or steps through a
 * finished game; lines_hint then asks for a hint, else it is false. */
bool lines_can_hint(const struct tui *tui);
bool lines_hint(struct tui *tui);

/* A part of panels_update. */
void lines_update(struct tui *tui);

/* Gives the hint that is being computed now; stops it. Both are false where none is being computed. */
bool lines_finish_now(struct tui *tui);
bool lines_stop(struct tui *tui);

/* To be called when the person has gone on with something else: no hint comes in between. */
void lines_abandon_hint(struct tui *tui);

/* Draws the panel, if it is open and there is room for one; else, while a hint is thought out, how far that
 * is into `words`, for the message line; "" where nothing is to be shown there. */
void lines_draw(const struct tui *tui, struct canvas *canvas);
void lines_progress_text(const struct tui *tui, char *words, size_t capacity);

#endif
