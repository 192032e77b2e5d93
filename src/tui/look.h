/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the screen looks: the options of the group `screen`. */
#ifndef VEDETTE_TUI_LOOK_H
#define VEDETTE_TUI_LOOK_H

#include "game/piece.h"
#include "tui/keymap.h"

struct tui;
struct screen;
struct panels;

/* How the screen looks, beside what the terminal has of it. */
struct look_choice {
    const struct screen *beneath; /* the one that the settings were asked from */
    struct keymap keymap;
};

/* The theme: the one to begin with, the next one there is, and what follows
 * from what the terminal has reported of its background. */
void look_start(struct tui *tui);
void look_next(struct tui *tui);
void look_take_background(struct tui *tui);

/* Sets an option, and keeps it in the person's config.yaml; false, and said why, where it cannot be kept. */
bool look_keep(struct tui *tui, const char *key, const char *value);

/* Lets the screen be as the options of the group `screen` have it: after one of them was changed. */
void look_apply(struct tui *tui);

/* The panels and the side at the bottom that a game begins with. */
void look_panels(const struct tui *tui, struct panels *panels);
enum side look_below(const struct tui *tui, enum side person);

/* The mouse on or off; the side at the bottom and the form's opponent as they are now: all are kept.
 * look_opponent: who was kept, or NULL. */
void look_turn_mouse(struct tui *tui);
void look_turn_about(struct tui *tui);
void look_keep_below(struct tui *tui);
void look_keep_opponent(struct tui *tui);
const char *look_opponent(const struct tui *tui);

/* The same of the variant; look_variant: the row's index, the standard one where none was kept, or one that
 * is none. */
void look_keep_variant(struct tui *tui);
uint8_t look_variant(const struct tui *tui);

#endif
