/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The screen for arranging an army. */
#ifndef VEDETTE_TUI_SCREEN_SETUP_H
#define VEDETTE_TUI_SCREEN_SETUP_H

#include "tui/arrange.h"
#include "tui/screen.h"

/* Draws the screen (draw_arranging.c). */
void draw_arranging(const struct tui *tui, struct canvas *canvas);

/* Returns the army being arranged. */
struct arrange *setup_arrange(const struct tui *tui);

#endif
