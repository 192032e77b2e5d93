/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "game/army.h"

#include <string.h>

enum status army_read_ranks(const char *text, enum notation notation, uint8_t army[RANKS],
                            struct error *error)
{
    int size = 0;
    memset(army, 0, RANKS);
    for (; *text; text++) {
        int rank = rank_read(*text, notation);
        if (*text == ' ' || *text == '\t' || *text == ',')
            continue;
        if (rank < 0 || rank >= RANKS)
            return error_set(error, STATUS_BAD, "found '%.20s', expected the symbol of a rank, F B S %s",
                             text, ranks_range(notation));
        if (++size > PIECES_A_SIDE)
            return error_set(error, STATUS_BAD, "found a 41st piece, expected %d at most", PIECES_A_SIDE);
        army[rank]++;
    }
    return STATUS_OK;
}

enum status army_read(const char *text, enum notation notation, const struct variant *variant,
                      uint8_t army[RANKS], struct error *error)
{
    enum status status = army_read_ranks(text, notation, army, error);
    return status ? status : variant_check_army(variant, army, error);
}
