/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The start menu. */
#ifndef VEDETTE_TUI_SCREEN_MENU_H
#define VEDETTE_TUI_SCREEN_MENU_H

#include "play/unfinished.h"
#include "tui/screen.h"

extern const struct screen menu_screen;

struct menu {
    struct unfinished_list games;
    size_t count, selected;          /* of its rows */
    size_t last_choice;        /* the fixed entry chosen last, from 1; 0: none, or the first row is selected
                                * because the game begun from the menu can be resumed */
};

struct menu *menu_state(const struct tui *tui);

/* The game that was begun from the menu can be gone on with: its row is the chosen one then. */
void menu_reset_choice(struct tui *tui);

/* Ends the program, or asks first where a position is not saved; acts on the answer. Flags as of a key. */
unsigned menu_quit(struct tui *tui);
unsigned menu_quit_answered(struct tui *tui, enum question question, bool yes);

#endif
