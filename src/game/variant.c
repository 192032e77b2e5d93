/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "game/variant.h"

#include "base/plural.h"

#include <stdio.h>
#include <string.h>

const struct variant variant_table[] = {
    {"classic", "Classic", "classic", NULL, 0,
     {[FLAG] = 1, [BOMB] = 6, [SPY] = 1, [SCOUT] = 8, [MINER] = 5, [SERGEANT] = 4, [LIEUTENANT] = 4,
      [CAPTAIN] = 4, [MAJOR] = 3, [COLONEL] = 2, [GENERAL] = 1, [MARSHAL] = 1},
     40, false, "forty pieces a side, on all squares of its four rows"},
    {"barrage", "Barrage", "barrage", NULL, 1,
     {[FLAG] = 1, [BOMB] = 1, [SPY] = 1, [SCOUT] = 2, [MINER] = 1, [GENERAL] = 1, [MARSHAL] = 1},
     8, false, "eight pieces a side on any squares: a game of ten minutes"},
    {"duel", "Duel", "duell", NULL, -1,
     {[FLAG] = 1, [BOMB] = 2, [SPY] = 1, [SCOUT] = 2, [MINER] = 2, [GENERAL] = 1, [MARSHAL] = 1},
     10, false, "ten pieces a side, on any squares of its four rows"},
    {"free", "Free", "classicfree", "freesetup", 2,
     {[FLAG] = 1, [BOMB] = 6, [SPY] = 1, [SCOUT] = 8, [MINER] = 5, [SERGEANT] = 4, [LIEUTENANT] = 4,
      [CAPTAIN] = 4, [MAJOR] = 3, [COLONEL] = 2, [GENERAL] = 1, [MARSHAL] = 1},
     40, true, "any army of the forty: a flag and one that moves at least"},
};
const size_t variant_count = sizeof variant_table / sizeof *variant_table;

const struct variant *variant_find(const char *name)
{
    for (size_t i = 0; i < variant_count; i++)
        if (strcmp(variant_table[i].name, name) == 0)
            return &variant_table[i];
    return NULL;
}

const struct variant *variant_find_foreign(const char *name)
{
    for (size_t i = 0; i < variant_count; i++)
        if (strcmp(variant_table[i].gravon, name) == 0 ||
            (variant_table[i].other && strcmp(variant_table[i].other, name) == 0))
            return &variant_table[i];
    return variant_find(name);
}

const struct variant *variant_of_any_army(void)
{
    const struct variant *variant = variant_table;
    while (!variant->any_army)
        variant++;
    return variant;
}

const struct variant *variant_of_gsn(int type)
{
    for (size_t i = 0; i < variant_count && type >= 0; i++)
        if (variant_table[i].gsn_type == type)
            return &variant_table[i];
    return NULL;
}

const char *variant_names(char text[VARIANT_NAMES])
{
    size_t used = 0;
    *text = '\0';
    for (size_t i = 0; i < variant_count && used < VARIANT_NAMES; i++)
        used += (size_t)snprintf(text + used, VARIANT_NAMES - used, "%s%s",
                                 i == 0 ? "" : i + 1 < variant_count ? ", " : " or ", variant_table[i].name);
    return text;
}

int army_size(const uint8_t army[RANKS])
{
    int size = 0;
    for (int rank = 0; rank < RANKS; rank++)
        size += army[rank];
    return size;
}

int army_ranks(const uint8_t army[RANKS])
{
    int ranks = 0;
    for (int rank = 0; rank < RANKS; rank++)
        ranks += army[rank] > 0;
    return ranks;
}

/* Returns whether the army is exactly the one in the variant's row. */
static bool is_exact_army(const struct variant *variant, const uint8_t army[RANKS])
{
    return memcmp(variant->count, army, RANKS) == 0;
}

enum status variant_check_army(const struct variant *variant, const uint8_t army[RANKS], struct error *error)
{
    int movers = 0;
    for (int rank = 0; rank < RANKS; rank++) {
        movers += rank_moves(rank) ? army[rank] : 0;
        bool count_is_fixed = !variant->any_army || rank == FLAG;
        if (army[rank] > variant->count[rank] || (count_is_fixed && army[rank] < variant->count[rank]))
            return error_set(error, STATUS_BAD, "found %d piece%s of rank %c (%s), expected %s%d", army[rank],
                             plural(army[rank]), rank_table[rank].symbol, rank_table[rank].name,
                             count_is_fixed ? "" : "at most ", variant->count[rank]);
    }
    if (movers == 0)
        return error_set(error, STATUS_BAD, "found no piece that moves, expected one");
    return STATUS_OK;
}

const struct variant *variant_of_armies(const uint8_t red[RANKS], const uint8_t *blue)
{
    for (size_t i = 0; i < variant_count; i++) {
        const struct variant *variant = &variant_table[i];
        if (!variant->any_army && is_exact_army(variant, red) && (!blue || is_exact_army(variant, blue)))
            return variant;
    }
    return NULL;
}

const struct variant *variant_fitting_armies(const uint8_t red[RANKS], const uint8_t *blue)
{
    const struct variant *variant = variant_of_armies(red, blue), *any = variant_of_any_army();
    if (variant)
        return variant;
    bool fit = variant_check_army(any, red, NULL) == STATUS_OK &&
               (!blue || variant_check_army(any, blue, NULL) == STATUS_OK);
    return fit ? any : NULL;
}

const char *army_write(const uint8_t army[RANKS], char text[ARMY_TEXT])
{
    size_t used = 0;
    for (int rank = 0; rank < RANKS; rank++)
        for (int i = 0; i < army[rank] && used + 2 < ARMY_TEXT; i++) {
            if (used)
                text[used++] = ' ';
            text[used++] = rank_table[rank].symbol;
        }
    text[used] = '\0';
    return text;
}
