/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agent/hint_option.h"

/* The planner, and the agents that look ahead. */
static const char *const words[] = {"planner", "star", NULL};

static const struct option rows[] = {
    {"agent", OPTION_CHOICE, 0, 1, 0, words, "",
     "who is asked for a hint on the screen: the planner, which says why, or one that shows its lines", ""},
    {"lines", OPTION_INT, 1, 20, 3, NULL, "moves",
     "so many best moves get exact values, where it looks ahead", ""},
};

const struct option_group hint_group = {
    "hint", "hints on the screen", rows, sizeof rows / sizeof rows[0],
};

const char *hint_agent(const struct settings *settings)
{
    int chosen = settings_int(settings, hint_group.name, "agent");
    return chosen > 0 ? words[chosen] : NULL;
}

int hint_lines(const struct settings *settings)
{
    return settings_int(settings, hint_group.name, "lines");
}
