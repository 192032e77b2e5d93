/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "game/army.h"

#include <string.h>

enum status army_read(const char *text, const struct variant *variant, uint8_t army[RANKS],
                      struct error *error)
{
    memset(army, 0, RANKS);
    for (; *text; text++) {
        int rank = rank_from_symbol(*text);
        if (*text == ' ' || *text == '\t')
            continue;
        if (rank < 0)
            return error_set(error, STATUS_BAD, "found '%c', expected the symbol of a rank, F B S 2 .. 9 X",
                             *text);
        if (army[rank] == PIECES_A_SIDE)
            return error_set(error, STATUS_BAD, "found more than %d pieces of rank %c, expected fewer",
                             PIECES_A_SIDE, rank_table[rank].symbol);
        army[rank]++;
    }
    return variant_check_army(variant, army, error);
}
