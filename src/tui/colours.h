/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colour schemes: how each role and ground looks. Colour is never the only sign of anything. */
#ifndef VEDETTE_TUI_COLOURS_H
#define VEDETTE_TUI_COLOURS_H

#include "tui/canvas.h"

/* Needs no terminal: colours are numbers of the 256-colour palette and of the first eight. */
enum scheme { SCHEME_DARK, SCHEME_LIGHT, SCHEME_SAFE, SCHEME_MONO, SCHEMES };

enum {
    LOOK_BOLD = 1,
    LOOK_DIM = 2,
    LOOK_UNDERLINE = 4,
    LOOK_REVERSE = 8,
};

/* -1: the terminal's own colour. */
struct look {
    short fore, back;
    unsigned attributes;   /* LOOK_* */
};

/* How `role` looks on `ground` on a terminal of that many colours (below 8: as SCHEME_MONO). */
struct look colours_look(enum scheme scheme, int colours, enum role role, enum ground ground);

/* "dark", "light", "safe", "mono". */
const char *scheme_name(enum scheme scheme);

/* The scheme to begin with, from the environment: NO_COLOR (not empty) asks for SCHEME_MONO, COLORFGBG
 * may tell of a light background. Either may be NULL. */
enum scheme colours_choose(const char *no_color, const char *colorfgbg);

#endif
