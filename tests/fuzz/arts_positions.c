/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes arts_positions_parse: what is read is sound, hides what must be hidden, and adds up. */
#include "fuzz/fuzz.h"
#include "lab/arts_positions.h"

#include <math.h>

static void check_arts_position(const struct arts_position *item)
{
    const struct board *board = &item->view.board;
    enum side enemy = side_other(item->view.side);
    double total[RANKS] = {0};
    fuzz_demand(board_fault(board) == NULL, "every derived value is right");
    fuzz_demand(item->view.side == board->to_move && board_can_move(board), "the side to move can move");
    for (int number = 0; number < PIECES; number++) {
        const struct piece *piece = &board->piece[number];
        bool there = piece->square != SQUARE_NONE;
        if (piece->side != enemy)
            continue;
        double sum = 0;
        for (int rank = 0; rank < RANKS; rank++) {
            sum += item->belief[number % PIECES_A_SIDE][rank];
            if (piece->rank == RANK_UNKNOWN)
                total[rank] += item->belief[number % PIECES_A_SIDE][rank];
        }
        fuzz_demand(fabs(sum - there) < 1e-9, "a piece's probabilities add up");
        fuzz_demand(!there || piece->known || piece->rank == RANK_UNKNOWN, "hidden is hidden");
    }
    for (int rank = 0; rank < RANKS; rank++)
        fuzz_demand(fabs(total[rank] - board->unknown_count[enemy][rank]) < 1e-9, "each rank adds up");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arts_positions positions = {0};
    struct error error = {.text = ""};
    enum status status = arts_positions_parse(&positions, "f", (const char *)data, size, &error);
    if (status) {
        fuzz_check_error(status, &error);
        fuzz_demand(positions.count == 0, "nothing is left behind");
    }
    for (size_t i = 0; i < positions.count; i++)
        check_arts_position(&positions.items[i]);
    arts_positions_free(&positions);
    return 0;
}
