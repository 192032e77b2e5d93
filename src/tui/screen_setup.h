/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The screen on which an army is arranged. */
#ifndef VEDETTE_TUI_SCREEN_SETUP_H
#define VEDETTE_TUI_SCREEN_SETUP_H

#include "tui/arrange.h"
#include "tui/screen.h"

extern const struct screen setup_screen;

/* Draws it (draw_arranging.c). */
void draw_arranging(const struct tui *tui, struct canvas *canvas);

struct arrange *setup_arrange(const struct tui *tui);

#endif
