/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The signs of the board and the panels: in Unicode if the locale can show them, else in ASCII. */
#ifndef VEDETTE_TUI_GLYPHS_H
#define VEDETTE_TUI_GLYPHS_H

#include <stdbool.h>
#include <stdint.h>

struct glyphs {
    uint32_t hidden;       /* an enemy piece that has not moved */
    uint32_t hidden_moved; /* an enemy piece of unknown rank that has moved */
    uint32_t empty;
    uint32_t lake;
    uint32_t target;          /* an empty square the chosen piece may go to */
    uint32_t bar;             /* a cell of a bar graph */
    uint32_t horizontal_line; /* a horizontal line */
};

/* Returns the Unicode signs if `unicode`, else the ASCII signs. Each is one column wide. */
const struct glyphs *glyphs_get(bool unicode);

/* Returns whether the current locale is UTF-8 and shows each Unicode sign in one column. */
bool glyphs_unicode_locale(void);

#endif
