/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The help screen. */
#ifndef VEDETTE_TUI_SCREEN_HELP_H
#define VEDETTE_TUI_SCREEN_HELP_H

#include "tui/screen.h"

/* What the help screen shows. */
struct help_place {
    bool rules; /* shows the rules, if they are a separate part */
    int top;    /* the first visible line */
};

/* Returns the state of the screen. */
struct help_place *help_place(const struct tui *tui);

#endif
