/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "boards.h"

#include "cmocka_all.h"

#include <string.h>

void placement_draw(struct placement *placement, enum side to_move, const char *picture)
{
    placement_clear(placement);
    placement->to_move = to_move;
    for (int row = ROWS - 1; row >= 0; row--) {
        for (int file = 0; file < FILES; file++) {
            picture += strspn(picture, " \n");
            size_t size = strcspn(picture, " \n");
            assert_true(size > 0);
            struct cell *cell = &placement->cell[square_at(file, row)];
            if (*picture == 'r' || *picture == 'b') {
                int rank = picture[1] == '?' ? RANK_UNKNOWN : rank_from_symbol(picture[1]);
                assert_true(rank >= 0);
                *cell = (struct cell){.rank = (uint8_t)rank, .side = *picture == 'r' ? RED : BLUE,
                                      .moved = memchr(picture, '*', size) != NULL,
                                      .known = memchr(picture, '!', size) != NULL};
            } else {
                assert_int_equal(*picture, square_is_lake(square_at(file, row)) ? '~' : '.');
            }
            picture += size;
        }
    }
    assert_int_equal(placement_check(placement, NULL), STATUS_OK);
}

static void shuffle(uint8_t *ranks, int count, struct rng *rng)
{
    for (int i = count - 1; i > 0; i--) {
        int j = (int)rng_below(rng, (uint32_t)i + 1);
        uint8_t kept = ranks[i];
        ranks[i] = ranks[j];
        ranks[j] = kept;
    }
}

static void all_ranks(uint8_t ranks[PIECES_A_SIDE], struct rng *rng)
{
    int n = 0;
    for (int rank = 0; rank < RANKS; rank++)
        for (int i = 0; i < rank_table[rank].count; i++)
            ranks[n++] = (uint8_t)rank;
    shuffle(ranks, PIECES_A_SIDE, rng);
}

void placement_random_game(struct placement *placement, struct rng *rng)
{
    struct setup red, blue;
    all_ranks(red.rank, rng);
    all_ranks(blue.rank, rng);
    placement_from_setups(placement, &red, &blue);
}

void placement_random_few(struct placement *placement, int most, struct rng *rng)
{
    placement_clear(placement);
    placement->to_move = rng_below(rng, 2) ? BLUE : RED;
    uint32_t files = 3 + rng_below(rng, 8), rows = 3 + rng_below(rng, 8);
    for (int side = RED; side <= BLUE; side++) {
        uint8_t ranks[PIECES_A_SIDE];
        all_ranks(ranks, rng);
        int count = 1 + (int)rng_below(rng, (uint32_t)most);
        for (int i = 0; i < count; i++) {
            int square = square_at((int)rng_below(rng, files), (int)rng_below(rng, rows));
            if (square_is_lake(square) || placement->cell[square].side != SIDES)
                continue;
            bool known = rng_below(rng, 2), moved = rank_moves(ranks[i]) && rng_below(rng, 2);
            placement->cell[square] = (struct cell){.rank = ranks[i], .side = (uint8_t)side,
                                                    .moved = moved, .known = known};
        }
    }
}
