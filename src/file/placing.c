/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Helpers of the readers of placements: captured pieces, and the square of a fault for messages. */
#include "file/format.h"

void captured_fill(struct placement *placement)
{
    int on_board[SIDES][RANKS + 1] = {{0}};
    for (int square = 0; square < SQUARES; square++) {
        struct cell cell = placement->cell[square];
        if (cell.side < SIDES)
            on_board[cell.side][cell.rank]++;
    }
    const struct variant *variant = variant_at(placement->variant);
    for (enum side side = RED; side <= BLUE && !variant->any_army; side++)
        for (int rank = 0; rank < RANKS; rank++) {
            int lacking = variant->count[rank] - on_board[side][rank] - placement->absent[side][rank];
            placement->captured[side][rank] = (uint8_t)(lacking > 0 ? lacking : 0);
        }
}

enum status placement_check_squares(const struct placement *placement, const uint8_t *order,
                                    int *index, struct error *why)
{
    enum status status = placement_check(placement, why);
    if (!status)
        return STATUS_OK;
    struct error fault, unused;
    if (!why)
        why = &unused;
    *index = SQUARES;
    /* Adds one square after the other, and takes the first that makes the part wrong. If the empty board is
     * wrong already (its captured pieces are), the fault is of no square. */
    for (int count = 0; count <= SQUARES; count++) {
        struct placement part = *placement;
        for (int i = count; i < SQUARES; i++)
            part.cell[order ? order[i] : i] = (struct cell){.rank = RANK_UNKNOWN, .side = SIDES};
        if (!placement_check(&part, &fault))
            continue;
        if (count > 0) { /* otherwise `why` keeps the fault of the whole position */
            *index = count - 1;
            *why = fault;
        }
        break;
    }
    return status;
}
