/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/small_game.h"

#include <string.h>

/* Values: Kuhn 1950; Leduc's as computed by CFR+ (tests/test_game_tree.c). */
const struct small_game small_game_table[] = {
    {"kuhn", 2, 6, -1.0 / 18, kuhn_turn, kuhn_observe},
    {"leduc", 3, 24, -0.0856, leduc_turn, leduc_observe},
    {"leduc-suits", 3, 30, -0.0856, leduc_suits_turn, leduc_suits_observe},
};
const size_t small_game_count = sizeof small_game_table / sizeof small_game_table[0];

const struct small_game *small_game_find(const char *name)
{
    for (size_t i = 0; i < small_game_count; i++)
        if (strcmp(small_game_table[i].name, name) == 0)
            return &small_game_table[i];
    return NULL;
}
