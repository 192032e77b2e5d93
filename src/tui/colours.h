/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colours: how each role and ground looks by a theme. Colour is never the only sign of anything. Needs no
 * terminal: colours are numbers of the 256-colour palette. */
#ifndef VEDETTE_TUI_COLOURS_H
#define VEDETTE_TUI_COLOURS_H

#include "tui/canvas.h"

enum {
    ATTRIBUTE_BOLD = 1,
    ATTRIBUTE_DIM = 2,
    ATTRIBUTE_UNDERLINE = 4,
    ATTRIBUTE_REVERSE = 8,
};

/* Terminals by how many colours they have: 256 and more, 16 and more, 8 and more. */
enum depth { DEPTH_256, DEPTH_16, DEPTH_8, DEPTHS };

enum { OWN_COLOUR = -1 /* the terminal's own */ };

/* One colour, by depth. */
struct ink {
    short by_depth[DEPTHS];
};

enum { THEME_NAME = 64 /* room for a theme's name */ };

/* How a role or a ground looks. */
struct theme_entry {
    struct ink fore, back;     /* `back` of a ground alone */
    unsigned attributes;       /* ATTRIBUTE_* */
    bool overrides_text;                 /* of a ground: its `fore` and attributes apply to all text on it */
};

/* What a theme says (tui/theme.h reads one). */
struct theme {
    char name[THEME_NAME];
    struct theme_entry texts[ROLES], grounds[GROUNDS];
};

/* OWN_COLOUR or a number of the palette. */
struct text_style {
    short fore, back;
    unsigned attributes;   /* ATTRIBUTE_* */
};

/* How `role` looks on `ground` on a terminal of that many colours; below 8 it has none. Text never has the
 * colour of what is behind it. */
struct text_style colours_style(const struct theme *theme, int colours, enum role role, enum ground ground);

/* The theme to begin with, from the environment: NO_COLOR (not empty) asks for "mono", COLORFGBG may tell of
 * a light background, "light", or a dark one. NULL: neither says anything. Either may be NULL. */
const char *colours_default_theme(const char *no_color, const char *colorfgbg);

#endif
