/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Groups of near setups: their centres, mirror images, the flag's square, numbers of games, short armies. */
#include "cmocka_all.h"
#include "setup/group.h"
#include "setup/place.h"

#include <string.h>

/* A setup of the classic army: the ranks in order, with the flag on place 30. */
static struct setup make_base(void)
{
    struct setup setup;
    int place = 0;
    for (int rank = RANKS - 1; rank > FLAG; rank--)
        for (int i = 0; i < rank_table[rank].count; i++)
            setup.rank[place++] = (uint8_t)rank;
    setup.rank[place] = FLAG;
    setup_swap(&setup, place, 30);
    return setup;
}

/* Exchanges `swaps` pairs of places with different ranks, which are 2 x swaps places, without the flag. */
static struct setup changed(struct setup setup, int swaps)
{
    static const int pairs[][2] = {{0, 39}, {1, 38}, {2, 37}, {3, 36}, {4, 35}, {5, 34}, {6, 33}};
    for (int i = 0; i < swaps; i++) {
        assert_true(setup.rank[pairs[i][0]] != setup.rank[pairs[i][1]]);
        setup_swap(&setup, pairs[i][0], pairs[i][1]);
    }
    return setup;
}

TEST(test_near)
{
    struct setup first = make_base(), mirrored;
    struct setup five = changed(first, 5), six = changed(first, 6);
    setup_mirror(&five, &mirrored);
    struct grouped_setup setups[] = {{.setup = six, .games = 2}, {.setup = five, .games = 3},
                                     {.setup = first, .games = 5}, {.setup = mirrored, .games = 1}};
    assert_int_equal(setup_distance(&first, &five), 10);
    setup_group(setups, 4);
    /* Twelve places from the centre are too many, though only two from another of the group. */
    assert_int_equal(setups[0].centre, 0);
    assert_int_equal(setups[1].centre, 2);
    assert_int_equal(setups[2].centre, 2);
    assert_int_equal(setups[3].centre, 2);
    /* With other numbers of games another one is the centre, and all are near it. */
    setups[1].games = 9;
    setup_group(setups, 4);
    for (int i = 0; i < 4; i++)
        assert_int_equal(setups[i].centre, 1);
}

TEST(test_flag)
{
    struct setup first = make_base(), other = make_base();
    setup_swap(&other, 30, 31);
    struct grouped_setup setups[] = {{.setup = first, .games = 1}, {.setup = other, .games = 1}};
    setup_group(setups, 2);
    assert_int_equal(setups[0].centre, 0);
    assert_int_equal(setups[1].centre, 1);
}

/* Setups without games join groups, and are no centres. */
TEST(test_without_games)
{
    struct setup first = make_base(), far = changed(first, 7);
    struct grouped_setup setups[] = {{.setup = first}, {.setup = changed(first, 1), .games = 1},
                                     {.setup = far}};
    setup_group(setups, 3);
    assert_int_equal(setups[0].centre, 1);
    assert_int_equal(setups[1].centre, 1);
    assert_true(setups[2].centre == SETUP_ALONE);
    setup_group(NULL, 0);
}

/* In a short army two differing places are near, four are not. */
TEST(test_short_army)
{
    struct setup first;
    memset(first.rank, PLACE_EMPTY, sizeof first.rank);
    static const uint8_t army[] = {FLAG, BOMB, SPY, SCOUT, SCOUT, MINER, GENERAL, MARSHAL};
    memcpy(first.rank, army, sizeof army);
    struct setup two = first, four = first;
    setup_swap(&two, 6, 7);
    setup_swap(&four, 6, 7);
    setup_swap(&four, 1, 2);
    struct grouped_setup setups[] = {{.setup = first, .games = 3}, {.setup = two, .games = 1},
                                     {.setup = four, .games = 1}};
    setup_group(setups, 3);
    assert_int_equal(setups[1].centre, 0);
    assert_int_equal(setups[2].centre, 2);
}

TESTS_MAIN(NULL, NULL)
