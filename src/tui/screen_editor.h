/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The screen on which a position is put together. */
#ifndef VEDETTE_TUI_SCREEN_EDITOR_H
#define VEDETTE_TUI_SCREEN_EDITOR_H

#include "play/draft.h"
#include "tui/screen.h"

extern const struct screen editor_screen;

/* What is asked before the program ends, and the position with it. */
#define POSITION_LOST "Quit? The position is lost unless you saved it."

/* The position that is put together on the screen. */
struct editor {
    bool begun, unsaved;         /* there is a position; what was changed is in no file */
    struct position_draft draft;
    struct board board;      /* the same, to be drawn */
    int cursor;              /* a square */
    enum side side_to_place; /* owner of the next piece typed */
    enum side bottom_side;   /* whose rows are at the bottom */
};

struct editor *editor_state(const struct tui *tui);

#endif
