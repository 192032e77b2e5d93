/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The review of a finished game. */
#ifndef VEDETTE_TUI_SCREEN_REVIEW_H
#define VEDETTE_TUI_SCREEN_REVIEW_H

#include "tui/screen.h"

extern const struct screen review_screen;

/* Uses a review that has become ready. */
void review_advance(struct tui *tui);

#endif
