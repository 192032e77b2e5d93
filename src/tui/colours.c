/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/colours.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* One colour: its number among 256, and the nearest one among 8. */
struct ink {
    short rich, plain;
};

struct role_row {
    struct ink fore;
    unsigned attributes;
};

struct scheme_row {
    const char *name;
    struct role_row roles[ROLES];
    struct {
        struct ink back;
        unsigned attributes;
        bool over;             /* text on it has the colour `fore`, whatever its role */
        struct ink fore;
    } grounds[GROUNDS];
};

#define OWN_COLOUR {-1, -1}

/* "safe" takes the orange and the sky blue of Okabe & Ito 2008, which no common form of colour
 * blindness confuses. */
static const struct scheme_row schemes[SCHEMES] = {
    [SCHEME_DARK] = {
        .name = "dark",
        .roles = {
            [ROLE_TEXT] = {OWN_COLOUR, 0},
            [ROLE_DIM] = {{245, -1}, 0},
            [ROLE_TITLE] = {{255, 7}, LOOK_BOLD},
            [ROLE_HEADING] = {{180, 3}, LOOK_BOLD},
            [ROLE_RED] = {{203, 1}, 0},
            [ROLE_BLUE] = {{75, 6}, 0},
            [ROLE_RED_OWN] = {{210, 1}, LOOK_BOLD},
            [ROLE_BLUE_OWN] = {{117, 6}, LOOK_BOLD},
            [ROLE_LAKE] = {{67, 7}, 0},
            [ROLE_TARGET] = {{150, 2}, LOOK_BOLD},
            [ROLE_LAST] = {{222, 3}, LOOK_BOLD},
            [ROLE_CHOSEN] = {{150, 2}, LOOK_BOLD},
            [ROLE_CURSOR] = {{255, -1}, LOOK_BOLD},
            [ROLE_GHOST] = {{222, 3}, 0},
            [ROLE_MESSAGE] = {OWN_COLOUR, LOOK_BOLD},
            [ROLE_ERROR] = {{210, 1}, LOOK_BOLD},
            [ROLE_KEY] = {{180, 3}, LOOK_BOLD},
            [ROLE_HEAT] = {{250, -1}, 0},
        },
        .grounds = {
            [GROUND_PLAIN] = {OWN_COLOUR, 0},
            [GROUND_SHADE] = {{234, -1}, 0},
            [GROUND_LAKE] = {{17, 4}, 0},
            [GROUND_LAST] = {{238, -1}, 0},
            [GROUND_TARGET] = {{22, -1}, 0},
            [GROUND_CHOSEN] = {{28, -1}, 0},
            [GROUND_CURSOR] = {OWN_COLOUR, LOOK_REVERSE},
            [GROUND_BAR] = {{237, -1}, 0},
            [GROUND_HEAT] = {{236, -1}, 0},
            [GROUND_HEAT + 1] = {{53, -1}, 0},
            [GROUND_HEAT + 2] = {{89, 5}, 0, true, {255, 7}},
            [GROUND_HEAT + 3] = {{130, 3}, 0, true, {255, 0}},
            [GROUND_HEAT + 4] = {{196, 1}, LOOK_BOLD, true, {231, 7}},
        },
    },
    [SCHEME_LIGHT] = {
        .name = "light",
        .roles = {
            [ROLE_TEXT] = {OWN_COLOUR, 0},
            [ROLE_DIM] = {{244, -1}, 0},
            [ROLE_TITLE] = {{232, 0}, LOOK_BOLD},
            [ROLE_HEADING] = {{94, 4}, LOOK_BOLD},
            [ROLE_RED] = {{160, 1}, 0},
            [ROLE_BLUE] = {{26, 4}, 0},
            [ROLE_RED_OWN] = {{124, 1}, LOOK_BOLD},
            [ROLE_BLUE_OWN] = {{19, 4}, LOOK_BOLD},
            [ROLE_LAKE] = {{67, 4}, 0},
            [ROLE_TARGET] = {{28, 2}, LOOK_BOLD},
            [ROLE_LAST] = {{130, 5}, LOOK_BOLD},
            [ROLE_CHOSEN] = {{28, 2}, LOOK_BOLD},
            [ROLE_CURSOR] = {{232, -1}, LOOK_BOLD},
            [ROLE_GHOST] = {{130, 5}, 0},
            [ROLE_MESSAGE] = {OWN_COLOUR, LOOK_BOLD},
            [ROLE_ERROR] = {{160, 1}, LOOK_BOLD},
            [ROLE_KEY] = {{94, 4}, LOOK_BOLD},
            [ROLE_HEAT] = {{238, -1}, 0},
        },
        .grounds = {
            [GROUND_PLAIN] = {OWN_COLOUR, 0},
            [GROUND_SHADE] = {{254, -1}, 0},
            [GROUND_LAKE] = {{153, 6}, 0},
            [GROUND_LAST] = {{223, -1}, 0},
            [GROUND_TARGET] = {{194, -1}, 0},
            [GROUND_CHOSEN] = {{157, -1}, 0},
            [GROUND_CURSOR] = {OWN_COLOUR, LOOK_REVERSE},
            [GROUND_BAR] = {{252, -1}, 0},
            [GROUND_HEAT] = {{255, -1}, 0},
            [GROUND_HEAT + 1] = {{230, -1}, 0},
            [GROUND_HEAT + 2] = {{222, 3}, 0, true, {16, 0}},
            [GROUND_HEAT + 3] = {{208, 5}, 0, true, {16, 7}},
            [GROUND_HEAT + 4] = {{196, 1}, LOOK_BOLD, true, {231, 7}},
        },
    },
    [SCHEME_SAFE] = {
        .name = "safe",
        .roles = {
            [ROLE_TEXT] = {OWN_COLOUR, 0},
            [ROLE_DIM] = {{245, -1}, 0},
            [ROLE_TITLE] = {{255, 7}, LOOK_BOLD},
            [ROLE_HEADING] = {OWN_COLOUR, LOOK_BOLD},
            [ROLE_RED] = {{208, 3}, 0},
            [ROLE_BLUE] = {{39, 6}, 0},
            [ROLE_RED_OWN] = {{214, 3}, LOOK_BOLD},
            [ROLE_BLUE_OWN] = {{81, 6}, LOOK_BOLD},
            [ROLE_LAKE] = {{250, 7}, 0},
            [ROLE_TARGET] = {OWN_COLOUR, LOOK_BOLD},
            [ROLE_LAST] = {OWN_COLOUR, LOOK_BOLD},
            [ROLE_CHOSEN] = {OWN_COLOUR, LOOK_BOLD},
            [ROLE_CURSOR] = {OWN_COLOUR, LOOK_BOLD},
            [ROLE_GHOST] = {OWN_COLOUR, LOOK_UNDERLINE},
            [ROLE_MESSAGE] = {OWN_COLOUR, LOOK_BOLD},
            [ROLE_ERROR] = {OWN_COLOUR, LOOK_BOLD | LOOK_UNDERLINE},
            [ROLE_KEY] = {OWN_COLOUR, LOOK_BOLD},
            [ROLE_HEAT] = {{252, -1}, 0},
        },
        .grounds = {
            [GROUND_PLAIN] = {OWN_COLOUR, 0},
            [GROUND_SHADE] = {{234, -1}, 0},
            [GROUND_LAKE] = {{238, 4}, 0},
            [GROUND_LAST] = {{239, -1}, 0},
            [GROUND_TARGET] = {{237, -1}, 0},
            [GROUND_CHOSEN] = {{241, -1}, 0},
            [GROUND_CURSOR] = {OWN_COLOUR, LOOK_REVERSE},
            [GROUND_BAR] = {{237, -1}, 0},
            [GROUND_HEAT] = {{236, -1}, 0},
            [GROUND_HEAT + 1] = {{17, -1}, 0},
            [GROUND_HEAT + 2] = {{24, 5}, 0, true, {255, 7}},
            [GROUND_HEAT + 3] = {{67, 6}, 0, true, {16, 0}},
            [GROUND_HEAT + 4] = {{220, 3}, LOOK_BOLD, true, {16, 0}},
        },
    },
    [SCHEME_MONO] = {
        .name = "mono",
        .roles = {
            [ROLE_TEXT] = {OWN_COLOUR, 0},
            [ROLE_DIM] = {OWN_COLOUR, LOOK_DIM},
            [ROLE_TITLE] = {OWN_COLOUR, LOOK_BOLD},
            [ROLE_HEADING] = {OWN_COLOUR, LOOK_BOLD},
            [ROLE_RED] = {OWN_COLOUR, 0},
            [ROLE_BLUE] = {OWN_COLOUR, 0},
            [ROLE_RED_OWN] = {OWN_COLOUR, LOOK_BOLD},
            [ROLE_BLUE_OWN] = {OWN_COLOUR, LOOK_BOLD},
            [ROLE_LAKE] = {OWN_COLOUR, LOOK_DIM},
            [ROLE_TARGET] = {OWN_COLOUR, LOOK_BOLD},
            [ROLE_LAST] = {OWN_COLOUR, LOOK_BOLD},
            [ROLE_CHOSEN] = {OWN_COLOUR, LOOK_BOLD},
            [ROLE_CURSOR] = {OWN_COLOUR, LOOK_BOLD},
            [ROLE_GHOST] = {OWN_COLOUR, LOOK_UNDERLINE},
            [ROLE_MESSAGE] = {OWN_COLOUR, LOOK_BOLD},
            [ROLE_ERROR] = {OWN_COLOUR, LOOK_BOLD | LOOK_UNDERLINE},
            [ROLE_KEY] = {OWN_COLOUR, LOOK_BOLD},
            [ROLE_HEAT] = {OWN_COLOUR, 0},
        },
        .grounds = {
            [GROUND_PLAIN] = {OWN_COLOUR, 0},
            [GROUND_SHADE] = {OWN_COLOUR, 0},
            [GROUND_LAKE] = {OWN_COLOUR, 0},
            [GROUND_LAST] = {OWN_COLOUR, 0},
            [GROUND_TARGET] = {OWN_COLOUR, 0},
            [GROUND_CHOSEN] = {OWN_COLOUR, LOOK_REVERSE},
            [GROUND_CURSOR] = {OWN_COLOUR, LOOK_REVERSE},
            [GROUND_BAR] = {OWN_COLOUR, LOOK_REVERSE},
            [GROUND_HEAT] = {OWN_COLOUR, 0},
            [GROUND_HEAT + 1] = {OWN_COLOUR, 0},
            [GROUND_HEAT + 2] = {OWN_COLOUR, LOOK_UNDERLINE},
            [GROUND_HEAT + 3] = {OWN_COLOUR, LOOK_BOLD | LOOK_UNDERLINE},
            [GROUND_HEAT + 4] = {OWN_COLOUR, LOOK_REVERSE},
        },
    },
};

struct look colours_look(enum scheme scheme, int colours, enum role role, enum ground ground)
{
    const struct scheme_row *row = &schemes[colours < 8 ? SCHEME_MONO : scheme];
    const struct role_row *text = &row->roles[role];
    bool rich = colours >= 256;
    struct ink back = row->grounds[ground].back;
    struct look look = {
        .fore = rich ? text->fore.rich : text->fore.plain,
        .back = rich ? back.rich : back.plain,
        .attributes = text->attributes | row->grounds[ground].attributes,
    };
    if (row->grounds[ground].over) {
        struct ink fore = row->grounds[ground].fore;
        look.fore = rich ? fore.rich : fore.plain;
    }
    /* With eight colours a text in its ground's colour would vanish. */
    if (look.fore >= 0 && look.fore == look.back)
        look.fore = 7;
    /* Few terminals show reversed text dimmed legibly. */
    if (look.attributes & LOOK_REVERSE)
        look.attributes &= ~(unsigned)LOOK_DIM;
    return look;
}

const char *scheme_name(enum scheme scheme)
{
    return schemes[scheme].name;
}

enum scheme colours_choose(const char *no_color, const char *colorfgbg)
{
    if (no_color && *no_color)
        return SCHEME_MONO;
    const char *back = colorfgbg ? strrchr(colorfgbg, ';') : NULL;
    if (back && (strcmp(back + 1, "7") == 0 || strcmp(back + 1, "15") == 0))
        return SCHEME_LIGHT;
    return SCHEME_DARK;
}
