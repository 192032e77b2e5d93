/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cover between two people's turns. */
#ifndef VEDETTE_TUI_SCREEN_COVER_H
#define VEDETTE_TUI_SCREEN_COVER_H

#include "tui/screen.h"

extern const struct screen cover_screen;

#endif
