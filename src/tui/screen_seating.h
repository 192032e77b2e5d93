/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The form that chooses the players of a game. */
#ifndef VEDETTE_TUI_SCREEN_SEATING_H
#define VEDETTE_TUI_SCREEN_SEATING_H

#include "tui/screen.h"

extern const struct screen seating_screen;

#endif
