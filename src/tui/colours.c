/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/colours.h"

#include <stdlib.h>
#include <string.h>

enum { BLACK = 0, WHITE = 7 };

struct text_style colours_style(const struct theme *theme, int colours, enum role role, enum ground ground)
{
    enum depth depth = colours >= 256 ? DEPTH_256 : colours >= 16 ? DEPTH_16 : DEPTH_8;
    bool over = theme->grounds[ground].overrides_text;
    struct ink fore = over ? theme->grounds[ground].fore : theme->texts[role].fore;
    struct text_style style = {
        .fore = colours < 8 ? OWN_COLOUR : fore.by_depth[depth],
        .back = colours < 8 ? OWN_COLOUR : theme->grounds[ground].back.by_depth[depth],
        .attributes = (over ? 0 : theme->texts[role].attributes) | theme->grounds[ground].attributes,
    };
    /* Invisible text becomes black or white. */
    if (style.fore >= 0 && style.fore == style.back)
        style.fore = style.back == WHITE ? BLACK : WHITE;
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
    const char *back = colorfgbg ? strrchr(colorfgbg, ';') : NULL;
    if (!back || !back[1])
        return NULL;
    return strcmp(back + 1, "7") == 0 || strcmp(back + 1, "15") == 0 ? "light" : "dark";
}
