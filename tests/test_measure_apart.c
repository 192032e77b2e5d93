/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Boosted trees, and setups separated by them. */
#include "base/memory.h"
#include "base/rng.h"
#include "cmocka_all.h"
#include "lab/measure_apart.h"
#include "setup/features.h"

#include <stdlib.h>
#include <string.h>

enum { KINDS = 3, ROWS_LEARNT = 4000, FEATURES = 6 };

/* Rows of chance; the second kind is where the first two values lie on different sides of 4, which no single
 * split separates, but for one row in `wrong`. */
static void make_rows(uint64_t stream, uint32_t wrong, uint8_t *value, bool *second)
{
    struct rng rng;
    rng_seed(&rng, 1, stream);
    for (int i = 0; i < ROWS_LEARNT; i++) {
        uint8_t *row = value + i * FEATURES;
        for (int f = 0; f < FEATURES; f++)
            row[f] = (uint8_t)rng_below(&rng, 8);
        second[i] = (row[0] < 4) != (row[1] < 4);
        if (rng_below(&rng, wrong) == 0)
            second[i] = !second[i];
    }
}

static double share_right(const struct boosted_trees *trees, const uint8_t *value, const bool *second)
{
    int right = 0;
    for (int i = 0; i < ROWS_LEARNT; i++)
        right += (boosted_log_odds(trees, value + i * FEATURES) > 0) == second[i];
    return (double)right / ROWS_LEARNT;
}

TEST(test_trees)
{
    static uint8_t value[ROWS_LEARNT * FEATURES], other[ROWS_LEARNT * FEATURES];
    static bool second[ROWS_LEARNT], other_second[ROWS_LEARNT];
    struct boosted_terms terms;
    boosted_terms_init(&terms);
    terms.trees = 60;
    make_rows(1, 10, value, second);
    make_rows(2, 10, other, other_second);
    struct boosted_rows rows = {value, second, ROWS_LEARNT, FEATURES};
    struct boosted_trees *trees = boosted_learn(&rows, &terms);
    double right = share_right(trees, other, other_second); /* nine rows of ten can be separated, no more */
    assert_true(right > 0.86 && right < 0.93);
    boosted_free(trees);

    make_rows(3, 2, value, second); /* one row in two is wrong: nothing can be learnt */
    trees = boosted_learn(&rows, &terms);
    right = share_right(trees, other, other_second);
    assert_true(right > 0.35 && right < 0.65);
    boosted_free(trees);

    memset(second, 0, sizeof second); /* one kind alone */
    trees = boosted_learn(&rows, &terms);
    assert_true(boosted_log_odds(trees, value) < -5);
    boosted_free(trees);
}

/* Trees with leaves of at least so many rows leave a rarer kind alone. */
TEST(test_min)
{
    uint8_t value[100] = {0};
    bool second[100] = {false};
    struct boosted_terms terms;
    boosted_terms_init(&terms);
    for (int i = 0; i < 8; i++) {
        value[i] = 200;
        second[i] = true;
    }
    struct boosted_rows rows = {value, second, 100, 1};
    for (int min = 8; min <= 9; min++) {
        terms.min = min;
        struct boosted_trees *trees = boosted_learn(&rows, &terms);
        assert_int_equal(boosted_log_odds(trees, &(uint8_t){200}) > 0, min == 8);
        boosted_free(trees);
    }
}

/* All pieces in the order of their ranks, the flag on place 0. */
static void in_order(struct setup *setup)
{
    int place = 0;
    for (int rank = 0; rank < RANKS; rank++)
        for (int i = 0; i < rank_table[rank].count; i++)
            setup->rank[place++] = (uint8_t)rank;
}

TEST(test_features)
{
    uint8_t features[SETUP_FEATURES + 1];
    struct setup setup;
    in_order(&setup);
    features[SETUP_FEATURES] = 77;
    features[SETUP_FEATURES - 1] = 99;
    setup_write_features(&setup, features);
    assert_int_equal(features[SETUP_FEATURES], 77);
    assert_memory_equal(features, setup.rank, PIECES_A_SIDE);
    assert_int_equal(features[SETUP_FEATURES - 1], 0); /* no bombs across: six in a row, */
    assert_int_equal(features[SETUP_FEATURES - 2], 0); /* none behind another, */
    assert_int_equal(features[SETUP_FEATURES - 3], 5); /* five pairs side by side */
    setup.rank[5] = setup.rank[16];
    setup.rank[16] = BOMB; /* behind bomb 6: side by side 3, across from none but where 5 was */
    setup_write_features(&setup, features);
    assert_int_equal(features[SETUP_FEATURES - 3], 3);
    assert_int_equal(features[SETUP_FEATURES - 2], 1);
    assert_int_equal(features[SETUP_FEATURES - 1], 0);
}

/* Setups by chance; those of kind 1 are kept from having the flag on the front row. */
static void draw_kind(int kind, struct setup *setups, size_t count)
{
    struct rng rng;
    rng_seed(&rng, 2, (uint64_t)kind);
    for (size_t i = 0; i < count; i++) {
        in_order(&setups[i]);
        for (uint32_t place = PIECES_A_SIDE - 1; place > 0; place--) {
            uint32_t at = rng_below(&rng, place + 1);
            uint8_t moved = setups[i].rank[place];
            setups[i].rank[place] = setups[i].rank[at];
            setups[i].rank[at] = moved;
        }
        for (int place = 0; kind == 1 && place < FILES; place++)
            if (setups[i].rank[place] == FLAG) {
                setups[i].rank[place] = setups[i].rank[place + FILES];
                setups[i].rank[place + FILES] = FLAG;
            }
    }
}

TEST(test_setups)
{
    enum { COUNT = 1500, LEARN = 1000 };
    struct setup *setups[KINDS];
    struct boosted_terms terms;
    struct apart_result same, other;
    boosted_terms_init(&terms);
    terms.trees = 50;
    for (int kind = 0; kind < KINDS; kind++) {
        setups[kind] = memory_new(COUNT, sizeof **setups);
        draw_kind(kind, setups[kind], COUNT);
    }
    measure_apart(&(struct apart_sides){{setups[0], setups[2]}, COUNT, LEARN}, &terms, &same);
    measure_apart(&(struct apart_sides){{setups[0], setups[1]}, COUNT, LEARN}, &terms, &other);
    assert_true(same.right > 0.42 && same.right < 0.58);
    assert_true(other.right > 0.58 && other.right < 0.7); /* 62.5 % can be: a quarter have it there */
    struct interval range = stats_wilson(same.right * 1000, 1000, STATS_95);
    assert_float_equal(same.range.low, range.low, 1e-9);
    assert_float_equal(same.range.high, range.high, 1e-9);
    for (int kind = 0; kind < KINDS; kind++)
        free(setups[kind]);
}

TESTS_MAIN(NULL, NULL)
