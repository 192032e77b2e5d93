/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the screen looks: the options of the group `screen`. */
#ifndef VEDETTE_TUI_PREFERENCES_H
#define VEDETTE_TUI_PREFERENCES_H

#include "game/piece.h"
#include "tui/keymap.h"

struct tui;
struct screen;
struct panels;

/* How the screen looks, beside what the terminal has of it. */
struct preferences {
    const struct screen *settings_caller; /* the one that the settings were asked from */
    struct keymap keymap;
};

/* The theme: the one to begin with, the next one there is, and what follows
 * from what the terminal has reported of its background. */
void preferences_start(struct tui *tui);
void preferences_next_theme(struct tui *tui);
void preferences_background_reported(struct tui *tui);

/* Sets an option, and keeps it in the person's config.yaml; false, and said why, where it cannot be kept. */
bool preferences_save(struct tui *tui, const char *key, const char *value);

/* Lets the screen be as the options of the group `screen` have it: after one of them was changed. */
void preferences_apply(struct tui *tui);

/* The panels and the side at the bottom that a game begins with. */
void preferences_get_panels(const struct tui *tui, struct panels *panels);
enum side preferences_bottom_side(const struct tui *tui, enum side person);

/* The mouse on or off; the side at the bottom and the form's opponent as they are now: all are kept.
 * preferences_opponent: who was kept, or NULL. */
void preferences_toggle_mouse(struct tui *tui);
void preferences_toggle_square_info(struct tui *tui);
void preferences_save_bottom_side(struct tui *tui);
void preferences_save_opponent(struct tui *tui);
const char *preferences_opponent(const struct tui *tui);

/* Saves the next game's variant; preferences_variant returns the saved one as an index of variant_table (the
 * standard one if none, or an unknown one, was saved). */
void preferences_save_variant(struct tui *tui);
uint8_t preferences_variant(const struct tui *tui);

#endif
