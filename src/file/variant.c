/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/variant.h"

#include "base/utf8.h"
#include "game/piece.h"
#include "game/square.h"

#include <string.h>

static const char classic[] = "classic";

/* The armies of the short variants, as symbols. In the free one armies of classic stand anywhere. */
static const struct army_row {
    const char *name, *symbols;
} armies[] = {
    {"barrage", "FBS2239X"},
    {"duel", "FBBS22339X"},
};

static const char free_variant[] = "free";

bool variant_is_known(const char *name)
{
    return strcmp(name, classic) == 0;
}

const char *variant_of_gsn(int type)
{
    static const char *const names[] = {classic, "barrage", free_variant, "ultimate lightning"};
    return type >= 0 && (size_t)type < sizeof names / sizeof *names ? names[type] : NULL;
}

enum { ARMIES = sizeof armies / sizeof *armies };

static bool is_army(const int count[RANKS], const char *symbols)
{
    int wanted[RANKS] = {0};
    for (; *symbols; symbols++)
        wanted[rank_from_symbol(*symbols)]++;
    return memcmp(count, wanted, sizeof wanted) == 0;
}

static const char *short_army(const int count[RANKS])
{
    for (size_t i = 0; i < ARMIES; i++)
        if (is_army(count, armies[i].symbols))
            return armies[i].name;
    return NULL;
}

static bool is_classic(const int count[RANKS])
{
    for (int rank = 0; rank < RANKS; rank++)
        if (count[rank] != rank_table[rank].count)
            return false;
    return true;
}

/* Counts letters by side and rank; false where one is none of Gravon's. */
static bool count_letters(const char *letters, size_t size, int count[SIDES][RANKS])
{
    for (size_t i = 0; i < size; i++) {
        int red = rank_from_gravon(letters[i], RED), blue = rank_from_gravon(letters[i], BLUE);
        if (red >= 0)
            count[RED][red]++;
        else if (blue >= 0)
            count[BLUE][blue]++;
        else if (letters[i] != 'A' && letters[i] != '_')
            return false;
    }
    return true;
}

const char *variant_of_letters(const char *letters, size_t size)
{
    int count[SIDES][RANKS] = {{0}}, none[RANKS] = {0};
    if ((size != SQUARES && size != PIECES_A_SIDE) || !count_letters(letters, size, count))
        return NULL;
    const char *red = short_army(count[RED]), *blue = short_army(count[BLUE]);
    if (size == SQUARES && is_classic(count[RED]) && is_classic(count[BLUE]))
        return free_variant;
    if (size == SQUARES)
        return red && blue && strcmp(red, blue) == 0 ? red : NULL;
    bool one = memcmp(count[RED], none, sizeof none) == 0 || memcmp(count[BLUE], none, sizeof none) == 0;
    return !one ? NULL : red ? red : blue;
}

const char *variant_of_symbols(const char *symbols, size_t size)
{
    int count[RANKS] = {0};
    if (size != PIECES_A_SIDE)
        return NULL;
    for (size_t i = 0; i < size; i++) {
        int rank = rank_from_symbol(symbols[i]);
        if (rank >= 0 && rank < RANKS)
            count[rank]++;
        else if (symbols[i] != '.')
            return NULL;
    }
    return short_army(count);
}

enum { NAME_MOST = 40 }; /* letters of a name that are quoted */

enum status variant_named(const char *name, struct error *why)
{
    size_t size = strlen(name);
    if (size == 0 || size > NAME_MOST || utf8_printable_size(name, size) < size)
        return error_set(why, STATUS_BAD, "found another variant, expected \"%s\"", classic);
    return error_set(why, STATUS_BAD, "found the variant \"%s\", which is not known yet, expected \"%s\"",
                     name, classic);
}

enum status variant_found(const char *name, struct error *why)
{
    return error_set(why, STATUS_BAD,
                     "found the pieces of the variant \"%s\", which is not known yet, expected those of "
                     "\"%s\"", name, classic);
}
