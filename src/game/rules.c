/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "game/rules.h"

#include <string.h>

const struct rules rules_table[] = {
    {"isf", 5, true, 0, 0, "games with a person"},
    {"deepnash", 5, true, 2000, 200, "matches between agents"},
    {"arts", 5, true, 1200, 0, "reproducing Arts 2010"},
    {"redeca", 5, false, 10000, 0, "reproducing Redeca & Groza 2018"},
    {"free", 0, false, 5000, 0, "peers that know no repetition rule"},
};

const size_t rules_count = sizeof rules_table / sizeof rules_table[0];

const struct rules *rules_find(const char *name)
{
    for (size_t i = 0; i < rules_count; i++)
        if (strcmp(rules_table[i].name, name) == 0)
            return &rules_table[i];
    return NULL;
}
