/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/rules_text.h"

#include "base/plural.h"

#include <stdio.h>

/* Writes the pieces of a variant: "40 pieces each: marshal X, general 9, 2 colonels 8, ..." */
static const char *write_armies(const struct variant *variant, char buffer[RULE_TEXT])
{
    static const char any[] = "Any of these, a flag and a piece that moves at least; the sides may differ, "
                              "and each knows which pieces the other has: ";
    const char *between = "";
    size_t used = (size_t)snprintf(buffer, RULE_TEXT, "%d pieces each: ", variant->pieces);
    if (variant->any_army)
        used = (size_t)snprintf(buffer, RULE_TEXT, "%s", any);
    for (int rank = MARSHAL; rank >= FLAG && used < RULE_TEXT; rank--) {
        int count = variant->count[rank];
        if (!count)
            continue;
        if (count == 1)
            used += (size_t)snprintf(buffer + used, RULE_TEXT - used, "%s%s %c", between,
                                     rank_table[rank].name, rank_table[rank].symbol);
        else
            used += (size_t)snprintf(buffer + used, RULE_TEXT - used, "%s%d %s%s %c", between, count,
                                     rank_table[rank].name, plural((uint64_t)count), rank_table[rank].symbol);
        between = ", ";
    }
    if (used + 1 < RULE_TEXT)
        snprintf(buffer + used, RULE_TEXT - used, ".");
    return buffer;
}

/* Writes how a variant's game starts. */
static const char *start_text(const struct variant *variant, char buffer[RULE_TEXT])
{
    snprintf(buffer, RULE_TEXT, "%s The enemy sees where a piece is, not which. Red moves first.",
             variant_fills_rows(variant) ? "On four rows of one's own, as one likes."
                                         : "On any squares of one's own four rows, the rest empty.");
    return buffer;
}

const char *rule_text(const struct rule_row *row, const struct variant *variant, char buffer[RULE_TEXT])
{
    return row->write_text ? row->write_text(variant, buffer) : row->text;
}

const struct rule_row rule_rows[] = {
    {.label = "The aim", .text = "Take the enemy's flag, or leave it no piece that can move."},
    {.label = "The armies", .write_text = write_armies},
    {.label = "The start", .write_text = start_text},
    {.label = "A move",
     .text = "One square forward, back or sideways, to an empty square or onto an enemy; not into the lakes. "
             "Flag and bombs never move."},
    {.label = "An attack",
     .text = "To move onto an enemy. Both show their ranks: the lower falls, and an attacker that wins takes "
             "its square; equal ones both fall."},
    {.label = "Scout 2", .text = "Goes any number of empty squares in a line, and may attack."},
    {.label = "Miner 3", .text = "Takes bombs; any other attacker of a bomb falls, and it stays."},
    {.label = "Spy S", .text = "Takes the marshal by attacking; otherwise the lowest of all."},
    {.label = "Flag F", .text = "Any piece that attacks it takes it and wins."},
    {.label = "Two squares", .text = "No piece goes to and fro for more than five moves in a row."},
    {.label = "More squares", .text = "A chase may not repeat a position."},
    {.label = "The end",
     .text = "A side that cannot move has lost; where neither can, it is drawn. One may agree on a draw, or "
             "resign."},
};

const size_t rule_count = sizeof rule_rows / sizeof rule_rows[0];
