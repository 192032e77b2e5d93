/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The start menu. */
#ifndef VEDETTE_TUI_SCREEN_MENU_H
#define VEDETTE_TUI_SCREEN_MENU_H

#include "play/unfinished.h"
#include "tui/screen.h"

/* The state of the menu. */
struct menu {
    struct unfinished_list games;
    size_t count, selected;          /* number of rows; the selected one */
    size_t last_choice;        /* the fixed entry chosen last, from 1; 0: none, or the first row is selected
                                * because the game begun from the menu can be resumed */
};

/* Returns the state of the menu. */
struct menu *menu_state(const struct tui *tui);

/* Selects the first row the next time, which resumes the game begun from the menu. */
void menu_reset_choice(struct tui *tui);

/* Ends the program, or prompts first if a position is not saved. Returns flags as a screen's key function
 * does. */
unsigned menu_quit(struct tui *tui);

/* Acts on the answer to that prompt. Returns flags as a screen's key function does. */
unsigned menu_quit_answered(struct tui *tui, enum question question, bool yes);

#endif
