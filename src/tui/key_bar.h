/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The key bar in the last row: the keys of a screen, or those of its state. Each can be clicked. */
#ifndef VEDETTE_TUI_KEY_BAR_H
#define VEDETTE_TUI_KEY_BAR_H

#include "tui/canvas.h"
#include "tui/keys.h"
#include "tui/layout.h"

struct tui;

/* An entry of the bar of a state: one or two actions under one word, or a key that is no action. */
struct bar_key {
    enum action action, second; /* ACTION_NONE: none */
    const char *word;
    const char *label;          /* the name of `key` if there is no action; otherwise NULL */
    int key;
};

/* Draws the entries whose actions have a key on that screen (an ON_ bit), as many as fit. */
void draw_key_bar(struct canvas *canvas, const struct area *area, unsigned screen,
                  const struct bar_key *keys, size_t count);

/* Draws the keys of the game screen that work in its present state. */
void game_bar_draw(const struct tui *tui, struct canvas *canvas);

#endif
