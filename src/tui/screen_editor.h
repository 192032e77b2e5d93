/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The screen for editing a position. */
#ifndef VEDETTE_TUI_SCREEN_EDITOR_H
#define VEDETTE_TUI_SCREEN_EDITOR_H

#include "play/draft.h"
#include "tui/screen.h"

/* The question before the program ends while a position is not saved. */
#define POSITION_LOST "Quit? The position is lost unless you saved it."

/* The state of the editor. */
struct editor {
    bool begun, unsaved;         /* a position exists; it has changes that are not saved */
    struct position_draft draft;
    struct board board;      /* the draft as a board, for drawing */
    int cursor;              /* a square */
    enum side side_to_place; /* owner of the next piece typed */
    enum side bottom_side;   /* whose rows are at the bottom */
};

/* Returns the state of the editor. */
struct editor *editor_state(const struct tui *tui);

#endif
