/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agent/screen_option.h"

static const char *const themes[] = {SCREEN_THEME_AUTO, "dark", "light", "safe", "mono", NULL};
static const char *const sides[] = {"own", "other", NULL};
static const char *const panels[] = {"none", "plans", "lines", NULL};
static const char *const opponents[] = {SCREEN_OPPONENT_USUAL, NULL};

static const char *const abouts[] = {"no", "yes", "auto", NULL};
static const char *const variants[] = {SCREEN_VARIANT_USUAL, NULL};

static const struct option rows[] = {
    {"theme", OPTION_NAME, 0, 0, 0, themes, "",
     "the colours; auto: dark or light, by the terminal's background", ""},
    {"side", OPTION_CHOICE, 0, 1, 0, sides, "", "whose rows are at the bottom of the board", ""},
    {"mouse", OPTION_FLAG, 0, 1, 1, NULL, "",
     "whether the mouse chooses squares; without, the terminal can select text", ""},
    {"where", OPTION_FLAG, 0, 1, 0, NULL, "", "whether a game begins with where a rank is, in percent", ""},
    {"what", OPTION_FLAG, 0, 1, 0, NULL, "",
     "whether a game begins with what the piece under the cursor may be", ""},
    {"about", OPTION_CHOICE, 0, 2, SCREEN_ABOUT_AUTO, abouts, "",
     "whether what the cursor is on stands beside the board; auto: from the level Captain on", ""},
    {"values", OPTION_FLAG, 0, 1, 0, NULL, "", "whether a game begins with what the pieces are worth", ""},
    {"panel", OPTION_CHOICE, 0, 2, 0, panels, "", "the large panel that a game begins with", ""},
    {"lessons", OPTION_FLAG, 0, 1, 1, NULL, "",
     "whether games against levels below Captain explain what happens for the first time", ""},
    {"taught", OPTION_INT, 0, 65535, 0, NULL, "",
     "which explanations were given, as a sum of powers of two; 0: none", ""},
    {"opponent", OPTION_NAME, 0, 0, 0, opponents, "",
     "the opponent that the form begins with, as in play --against: the last one", ""},
    {"variant", OPTION_NAME, 0, 0, 0, variants, "",
     "the variant that the form begins with, as in play --variant: the last one", ""},
};

const struct option_group screen_group = {
    "screen", "what the screen keeps of your choices", rows, sizeof rows / sizeof rows[0],
};

int screen_options_copy(struct settings *settings, const struct settings *from)
{
    int copied = 0;
    for (int i = 0; i < (int)settings->count; i++) {
        const struct option_group *group;
        settings_option(settings, i, &group);
        if (group != &screen_group || settings_same(settings, from, i))
            continue;
        settings_copy_option(settings, from, i);
        copied++;
    }
    return copied;
}
