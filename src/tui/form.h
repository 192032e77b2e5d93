/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a form: each has a name, a value that is chosen, and a line of help. */
#ifndef VEDETTE_TUI_FORM_H
#define VEDETTE_TUI_FORM_H

#include "play/game.h"

struct canvas;

struct form_words {
    char value[PLAYER_NAME_MAX];
    char help[200];
};

/* Fills in both; text that is too long is cut. */
void form_set(struct form_words *words, const char *value, const char *help);

/* Where a form stands: `width` columns, of which the names take `names`. */
struct form_place {
    int col, width, name_cols;
};

/* Draws "Name      < value >". */
void form_draw_row(struct canvas *canvas, const struct form_place *place, int row, bool chosen,
                   const char *name, const char *value);

#endif
