/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The user's preferences for the screen: the options of the group `screen`, saved in config.yaml. */
#ifndef VEDETTE_TUI_PREFERENCES_H
#define VEDETTE_TUI_PREFERENCES_H

#include "game/piece.h"
#include "tui/keymap.h"

struct tui;
struct screen;
struct panels;

/* State of the preferences besides the options. */
struct preferences {
    const struct screen *settings_caller; /* the screen from which the settings were opened */
    struct keymap keymap;
};

/* Loads the theme, the keys and the mouse mode when the screen starts. */
void preferences_start(struct tui *tui);

/* Switches to the next valid theme and saves it. */
void preferences_next_theme(struct tui *tui);

/* Adapts the default theme to the background that the terminal has reported. */
void preferences_background_reported(struct tui *tui);

/* Sets an option and saves it in config.yaml. If it cannot be saved, shows why and returns false. */
bool preferences_save(struct tui *tui, const char *key, const char *value);

/* Applies the options of the group `screen` after one of them was changed. */
void preferences_apply(struct tui *tui);

/* Reads the files of the theme and of the keys again. If one is broken, shows its line and returns false.
 * What was in force then stays; if that was not read either, the built-in keys. */
bool preferences_reload_files(struct tui *tui);

/* Sets which panels are open when a game begins, including that on the square under the cursor. */
void preferences_get_panels(struct tui *tui, struct panels *panels);

/* Returns the side whose rows are at the bottom when a game of `person` begins. */
enum side preferences_bottom_side(const struct tui *tui, enum side person);

/* Switches the mouse on or off and saves that. */
void preferences_toggle_mouse(struct tui *tui);

/* Switches the panel on the square under the cursor on or off and saves that. */
void preferences_toggle_square_info(struct tui *tui);

/* Saves the next game's opponent. */
void preferences_save_opponent(struct tui *tui);

/* Returns the saved opponent (an agent's spec), or NULL if none was saved. */
const char *preferences_opponent(const struct tui *tui);

/* Saves the next game's variant. */
void preferences_save_variant(struct tui *tui);

/* Returns the saved variant as an index of variant_table. Returns the standard one if none or an unknown one
 * was saved. */
uint8_t preferences_variant(const struct tui *tui);

#endif
