/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/form.h"

#include "tui/draw.h"

#include <stdio.h>

void form_set(struct form_words *words, const char *value, const char *help)
{
    snprintf(words->value, sizeof words->value, "%s", value);
    snprintf(words->help, sizeof words->help, "%s", help);
}

void form_draw_row(struct canvas *canvas, const struct form_place *place, int row, bool chosen,
                   const char *name, const char *value)
{
    char text[PLAYER_NAME_MAX + 64];
    snprintf(text, sizeof text, "%-*s < %s >", place->name_cols, name, value);
    draw_item(canvas, row, place->col, place->width, chosen, text);
}
