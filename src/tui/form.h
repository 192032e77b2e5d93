/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a form: each has a name, a value to choose, and a line of help. */
#ifndef VEDETTE_TUI_FORM_H
#define VEDETTE_TUI_FORM_H

#include "play/game.h"

struct canvas;

/* The value and the help of a row. */
struct form_words {
    char value[PLAYER_NAME_MAX];
    char help[200];
};

/* Copies both texts; a text that is too long is cut. */
void form_set(struct form_words *words, const char *value, const char *help);

/* The place of a form: first column, width, and the columns for the names. */
struct form_place {
    int col, width, name_cols;
};

/* Draws a row as "Name < value >". */
void form_draw_row(struct canvas *canvas, const struct form_place *place, int row, bool chosen,
                   const char *name, const char *value);

#endif
