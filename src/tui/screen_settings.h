/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The settings. */
#ifndef VEDETTE_TUI_SCREEN_SETTINGS_H
#define VEDETTE_TUI_SCREEN_SETTINGS_H

#include "tui/screen.h"

extern const struct screen settings_screen;

#endif
