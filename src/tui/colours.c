/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/colours.h"

#include <string.h>

enum { BLACK = 0, WHITE = 7 };

struct text_style colours_style(const struct theme *theme, int colours, enum role role, enum ground ground)
{
    enum depth depth = colours >= 256 ? DEPTH_256 : colours >= 16 ? DEPTH_16 : DEPTH_8;
    bool over = theme->grounds[ground].overrides_text;
    struct ink foreground = over ? theme->grounds[ground].foreground : theme->texts[role].foreground;
    struct text_style style = {
        .foreground = colours < 8 ? OWN_COLOUR : foreground.by_depth[depth],
        .background = colours < 8 ? OWN_COLOUR : theme->grounds[ground].background.by_depth[depth],
        .attributes = (over ? 0 : theme->texts[role].attributes) | theme->grounds[ground].attributes,
    };
    /* Invisible text becomes black or white. */
    if (style.foreground >= 0 && style.foreground == style.background)
        style.foreground = style.background == WHITE ? BLACK : WHITE;
    /* Most terminals do not show dimmed reversed text legibly. */
    if (style.attributes & ATTRIBUTE_REVERSE)
        style.attributes &= ~(unsigned)ATTRIBUTE_DIM;
    return style;
}

const char *colours_default_theme(const char *no_color, const char *colorfgbg)
{
    if (no_color && *no_color)
        return "mono";
    /* COLORFGBG is "text;background"; 7 and 15 are white. */
    const char *background = colorfgbg ? strrchr(colorfgbg, ';') : NULL;
    if (!background || !background[1])
        return NULL;
    return strcmp(background + 1, "7") == 0 || strcmp(background + 1, "15") == 0 ? "light" : "dark";
}
