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

/* Loads the theme, the keys and the mouse mode when the screen starts. preferences_next_theme switches to
 * the next theme and saves it. preferences_background_reported adapts the default theme to the background
 * colour that the terminal has reported. */
void preferences_start(struct tui *tui);
void preferences_next_theme(struct tui *tui);
void preferences_background_reported(struct tui *tui);

/* Sets an option and saves it in config.yaml. If it cannot be saved, shows why and returns false. */
bool preferences_save(struct tui *tui, const char *key, const char *value);

/* Applies the options of the group `screen` after one of them was changed. */
void preferences_apply(struct tui *tui);

/* preferences_get_panels sets which panels are open when a game begins; preferences_bottom_side returns
 * whose rows are then at the bottom. */
void preferences_get_panels(const struct tui *tui, struct panels *panels);
enum side preferences_bottom_side(const struct tui *tui, enum side person);

/* These switch the mouse or the panel on the square under the cursor, or take the current bottom side or
 * opponent, and save that. */
void preferences_toggle_mouse(struct tui *tui);
void preferences_toggle_square_info(struct tui *tui);
void preferences_save_bottom_side(struct tui *tui);
void preferences_save_opponent(struct tui *tui);

/* Returns the saved opponent (an agent's spec), or NULL if none was saved. */
const char *preferences_opponent(const struct tui *tui);

/* Saves the next game's variant; preferences_variant returns the saved one as an index of variant_table (the
 * standard one if none, or an unknown one, was saved). */
void preferences_save_variant(struct tui *tui);
uint8_t preferences_variant(const struct tui *tui);

#endif
