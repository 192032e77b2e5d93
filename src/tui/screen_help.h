/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The help screen. */
#ifndef VEDETTE_TUI_SCREEN_HELP_H
#define VEDETTE_TUI_SCREEN_HELP_H

#include "tui/screen.h"

extern const struct screen help_screen;

struct help_place {
    bool rules; /* the rules are shown, where they are a part of their own */
    int top;    /* the first line in sight */
};

struct help_place *help_place(const struct tui *tui);

#endif
