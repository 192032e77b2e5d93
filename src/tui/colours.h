/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colours: the style that a theme gives each role and ground. Information is never shown by colour alone.
 * Needs no terminal: colours are numbers of the 256-colour palette. */
#ifndef VEDETTE_TUI_COLOURS_H
#define VEDETTE_TUI_COLOURS_H

#include "tui/canvas.h"

/* Bits of a style's attributes. */
enum {
    ATTRIBUTE_BOLD = 1,
    ATTRIBUTE_DIM = 2,
    ATTRIBUTE_UNDERLINE = 4,
    ATTRIBUTE_REVERSE = 8,
};

/* Classes of terminals by their number of colours: at least 256, 16, 8. */
enum depth { DEPTH_256, DEPTH_16, DEPTH_8, DEPTHS };

enum { OWN_COLOUR = -1 /* the terminal's default colour */ };

/* One colour for each class of terminals: OWN_COLOUR or a number of the palette. */
struct ink {
    short by_depth[DEPTHS];
};

enum { THEME_NAME = 64 /* capacity for a theme's name, with its 0 */ };

/* The style of a role or a ground. */
struct theme_entry {
    struct ink foreground, background; /* text colour; background colour, for a ground only */
    unsigned attributes;               /* ATTRIBUTE_* */
    bool overrides_text;               /* ground: its foreground and attributes replace those of the text */
};

/* A theme (tui/theme.h reads one). */
struct theme {
    char name[THEME_NAME];
    struct theme_entry texts[ROLES], grounds[GROUNDS];
};

/* The style of a cell on a given terminal; colours as in struct ink. */
struct text_style {
    short foreground, background;
    unsigned attributes;   /* ATTRIBUTE_* */
};

/* Returns the style of `role` on `ground` for a terminal with that number of colours; below 8: no colours.
 * The text never has the colour of its background. */
struct text_style colours_style(const struct theme *theme, int colours, enum role role, enum ground ground);

/* Returns the theme to start with, from the values of two environment variables (NULL: not set). A non-empty
 * NO_COLOR gives "mono". COLORFGBG gives "light" or "dark" by its background colour. NULL if neither
 * decides. */
const char *colours_default_theme(const char *no_color, const char *colorfgbg);

#endif
