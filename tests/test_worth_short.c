/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What pieces of short armies are worth, by numbers computed by hand; tests/test_worth.c holds random ones
 * against a second computation. */
#include "cmocka_all.h"
#include "game/position.h"
#include "worth/worth.h"

#include <math.h>
#include <string.h>

static void assert_close(double a, double b)
{
    assert_true(fabs(a - b) <= 1e-12 * fmax(fabs(a), fabs(b)));
}

/* The army of Barrage: F B S 2 2 3 9 X. */
static void barrage_armies(struct worth_counts *counts)
{
    static const uint8_t count[RANKS] = {[FLAG] = 1, [BOMB] = 1, [SPY] = 1, [SCOUT] = 2, [MINER] = 1,
                                         [GENERAL] = 1, [MARSHAL] = 1};
    for (enum side side = RED; side <= BLUE; side++)
        for (int rank = FLAG; rank < RANKS; rank++) {
            counts->left[side][rank] = count[rank];
            counts->lacking[side][rank] = (uint8_t)(rank_table[rank].count - count[rank]);
        }
}

/* From the miner to the general is one step; and nothing is scarce or few before any is lost. */
TEST(test_barrage)
{
    struct worth_options options;
    struct worth_counts counts;
    struct worth worth;
    const double share = 1.0 / 8;
    worth_options_init(&options);
    barrage_armies(&counts);
    worth_of_counts(&options, &counts, &worth);
    for (enum side side = RED; side <= BLUE; side++) {
        assert_close(worth.value[side][MARSHAL], 0.8 + share);
        assert_close(worth.value[side][GENERAL], 1 / 1.45 + share);
        assert_close(worth.value[side][MINER], 1 / 1.45 / 1.45 + share);
        assert_close(worth.value[side][SCOUT], pow(1.45, -3) + share);
        assert_true(worth.reveal_share[side] == 0.33);
    }
    counts.left[RED][SCOUT] = 1; /* as four of eight, three of which would be no fewer than enough */
    counts.left[RED][MARSHAL] = 0;
    counts.left[BLUE][GENERAL] = counts.left[BLUE][SPY] = 0; /* four of six movers, as 22 of 33 */
    worth_of_counts(&options, &counts, &worth);
    assert_close(worth.value[RED][SCOUT] - 1.0 / 6, 1 / 1.45 / 1.45 / 1.45);
    assert_true(worth.reveal_share[RED] == 0.33);
    counts.left[BLUE][SCOUT] = 0; /* two of six */
    worth_of_counts(&options, &counts, &worth);
    assert_close(worth.reveal_share[RED], 0.02 * 11);
}

/* A marshal among scouts is no scout: red's scouts make it differ from other ranks only by their own
 * number. */
TEST(test_armies_differ)
{
    struct worth_options options;
    struct worth_counts counts = {0};
    struct worth worth;
    worth_options_init(&options);
    for (enum side side = RED; side <= BLUE; side++)
        for (int rank = BOMB; rank < RANKS; rank++)
            counts.lacking[side][rank] = rank_table[rank].count;
    counts.left[RED][FLAG] = counts.left[BLUE][FLAG] = 1;
    counts.left[RED][SCOUT] = 8;
    counts.lacking[RED][SCOUT] = 0;
    counts.left[BLUE][MARSHAL] = counts.left[BLUE][GENERAL] = 1;
    counts.lacking[BLUE][MARSHAL] = counts.lacking[BLUE][GENERAL] = 0;
    worth_of_counts(&options, &counts, &worth);
    assert_close(worth.value[BLUE][MARSHAL] - 1.0 / 3, 1);
    assert_close(worth.value[BLUE][GENERAL] - 1.0 / 3, 1);
    assert_true(worth.value[RED][SCOUT] - 1.0 / 9 < 0.7);
}

/* A board shows what its armies lacked, whatever was captured; in the classic game nothing is lacking. */
TEST(test_lacking)
{
    const struct variant *barrage = variant_find("barrage");
    struct worth_counts counts, expected;
    struct placement placement;
    struct position position = {0};
    struct view view = {0};
    barrage_armies(&expected);
    placement_clear(&placement);
    placement.variant = variant_index(barrage);
    placement.free = false;
    placement.cell[0] = (struct cell){.rank = FLAG, .side = RED};
    placement.cell[1] = (struct cell){.rank = GENERAL, .side = RED};
    placement.cell[98] = (struct cell){.rank = FLAG, .side = BLUE};
    placement.cell[99] = (struct cell){.rank = SPY, .side = BLUE};
    for (enum side side = RED; side <= BLUE; side++)
        for (int rank = BOMB; rank < RANKS; rank++) /* all that is not on the board was captured */
            placement.captured[side][rank] =
                (uint8_t)(barrage->count[rank] - (rank == (side == RED ? GENERAL : SPY)));
    assert_int_equal(position_init(&position, &placement, rules_find("isf"), NULL), STATUS_OK);
    view_init(&view, &position, RED);
    worth_count_pieces(&view, &counts);
    assert_memory_equal(counts.lacking, expected.lacking, sizeof counts.lacking);
    assert_int_equal(counts.left[RED][GENERAL], 1);
    assert_int_equal(counts.left[BLUE][SPY], 1);
    assert_int_equal(counts.left[BLUE][MARSHAL], 0);
    view_free(&view);
    position_free(&position);
    placement.variant = VARIANT_STANDARD;
    placement.free = true;
    assert_int_equal(position_init(&position, &placement, rules_find("isf"), NULL), STATUS_OK);
    view_init(&view, &position, BLUE);
    worth_count_pieces(&view, &counts);
    memset(expected.lacking, 0, sizeof expected.lacking);
    assert_memory_equal(counts.lacking, expected.lacking, sizeof counts.lacking);
    view_free(&view);
    position_free(&position);
}

TESTS_MAIN(NULL, NULL)
