/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The form for a new game. */
#ifndef VEDETTE_TUI_SCREEN_NEW_H
#define VEDETTE_TUI_SCREEN_NEW_H

#include "tui/screen.h"

extern const struct screen new_screen;

#endif
