/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "game/rules.h"

#include <string.h>

const struct rules rules_table[] = {
    {"isf", 5, true, 0, 0, "official: no going to and fro, no endless hunts"},
    {"deepnash", 5, true, 2000, 200, "official; drawn after 2000 moves, or 200 without attack"},
    {"arts", 5, true, 1200, 0, "official; drawn after 1200 moves, as Arts (2010) played"},
    {"redeca", 5, false, 10000, 0, "hunts may be endless; drawn after 10000 moves"},
    {"free", 0, false, 5000, 0, "anything may be repeated; drawn after 5000 moves"},
};

const size_t rules_count = sizeof rules_table / sizeof rules_table[0];

const struct rules *rules_find(const char *name)
{
    for (size_t i = 0; i < rules_count; i++)
        if (strcmp(rules_table[i].name, name) == 0)
            return &rules_table[i];
    return NULL;
}
