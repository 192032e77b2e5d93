/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of the user's games. */
#ifndef VEDETTE_TUI_SCREEN_GAMES_H
#define VEDETTE_TUI_SCREEN_GAMES_H

#include "tui/screen.h"

extern const struct screen games_screen;

#endif
