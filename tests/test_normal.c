/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The normal form: De Boer's example, which cells it keeps, that it ends. */
#include "base/rng.h"
#include "belief/normal.h"
#include "cmocka_all.h"

#include <math.h>
#include <string.h>

/* De Boer's example (6.2): three pieces, of a marshal, a captain and a miner; rows are pieces. */
static void deboer_example(double cell[3][RANKS], uint8_t count[RANKS])
{
    static const double start[3][3] = {{0.3, 0.6, 0.1}, {0.4, 0.2, 0.4}, {0.3, 0.2, 0.5}};
    static const int ranks[3] = {MARSHAL, CAPTAIN, MINER};
    memset(cell, 0, 3 * sizeof *cell);
    memset(count, 0, RANKS);
    for (int i = 0; i < 3; i++) {
        count[ranks[i]] = 1;
        for (int piece = 0; piece < 3; piece++)
            cell[piece][ranks[i]] = start[piece][i];
    }
    cell[1][MARSHAL] *= 2;
}

static void assert_example(double cell[3][RANKS], double tolerance)
{
    /* The last table of 6.2, to its two digits. */
    static const double wanted[3][3] = {{0.26, 0.63, 0.11}, {0.50, 0.16, 0.34}, {0.25, 0.20, 0.55}};
    static const int ranks[3] = {MARSHAL, CAPTAIN, MINER};
    for (int piece = 0; piece < 3; piece++)
        for (int i = 0; i < 3; i++)
            assert_true(fabs(cell[piece][ranks[i]] - wanted[piece][i]) < tolerance);
}

TEST(test_deboer_example)
{
    double cell[3][RANKS];
    uint8_t count[RANKS];
    deboer_example(cell, count);
    struct normal_result coarse = normal_scale(cell, 3, count, 0.01, 100, NULL);
    assert_true(coarse.converged);
    assert_int_equal(coarse.sweeps, 2); /* pieces, ranks, pieces: as in the text */
    assert_example(cell, 0.0075);       /* De Boer's tables were rounded at each step */

    deboer_example(cell, count);
    struct normal_result fine = normal_scale(cell, 3, count, 1e-6, 100, NULL);
    assert_true(fine.converged && fine.error <= 1e-6);
    assert_example(cell, 0.01);
    for (int piece = 0; piece < 3; piece++) {
        double total = 0, column = 0;
        static const int ranks[3] = {MARSHAL, CAPTAIN, MINER};
        for (int i = 0; i < 3; i++) {
            total += cell[piece][ranks[i]];
            column += cell[i][ranks[piece]];
        }
        assert_true(fabs(total - 1) < 1e-12 && fabs(column - 1) < 2e-6);
    }
    /* All odds ratios are kept, which says that it is a scaling of the start and nothing else. */
    double now = cell[0][MARSHAL] * cell[1][CAPTAIN] / (cell[0][CAPTAIN] * cell[1][MARSHAL]);
    assert_true(fabs(now - 0.3 * 0.2 / (0.6 * 0.8)) < 1e-9);
}

/* Whether some assignment gives row `row` and all after it ranks of their masks. */
static bool can_assign(const uint16_t *mask, int row, int rows, uint8_t *left)
{
    if (row == rows)
        return true;
    for (int rank = 0; rank < RANKS; rank++)
        if ((mask[row] >> rank & 1) && left[rank]) {
            left[rank]--;
            bool can = can_assign(mask, row + 1, rows, left);
            left[rank]++;
            if (can)
                return true;
        }
    return false;
}

/* The same with a rank given to one row. */
static bool can_give(const uint16_t *mask, int rows, const uint8_t *count, int row, int rank)
{
    uint16_t narrowed[NORMAL_ROWS];
    uint8_t left[RANKS];
    memcpy(narrowed, mask, (size_t)rows * sizeof *mask);
    memcpy(left, count, sizeof left);
    narrowed[row] = (uint16_t)(mask[row] & 1u << rank);
    return can_assign(narrowed, 0, rows, left);
}

TEST(test_support)
{
    struct rng rng;
    int solvable = 0, clashes = 0;
    rng_seed(&rng, 5, 0);
    for (int trial = 0; trial < 2000; trial++) {
        enum { ROWS_MAX = 6, KINDS = 4 };
        int rows = 1 + (int)rng_below(&rng, ROWS_MAX);
        uint16_t mask[NORMAL_ROWS], pruned[NORMAL_ROWS];
        uint8_t count[RANKS] = {0}, left[RANKS];
        for (int row = 0; row < rows; row++) {
            mask[row] = (uint16_t)(rng_below(&rng, 1u << KINDS) & rng_below(&rng, 1u << KINDS));
            count[rng_below(&rng, KINDS)]++;
        }
        memcpy(pruned, mask, sizeof pruned);
        memcpy(left, count, sizeof left);
        struct normal_conflict conflict;
        bool can = can_assign(mask, 0, rows, left);
        assert_int_equal(normal_exclude(pruned, rows, count, &conflict), can);
        if (!can) {
            uint16_t own = 0; /* Hall: the named rows' ranks are among the named ones, and too few */
            for (int row = 0; row < rows; row++)
                if (conflict.rows >> row & 1)
                    own |= mask[row];
            assert_int_equal(own & ~conflict.ranks, 0);
            assert_true(conflict.pieces > conflict.places);
            clashes++;
            continue;
        }
        solvable++;
        for (int row = 0; row < rows; row++)
            for (int rank = 0; rank < RANKS; rank++) {
                bool may = (mask[row] >> rank & 1) && can_give(mask, rows, count, row, rank);
                assert_int_equal(pruned[row] >> rank & 1, may);
            }
    }
    assert_true(solvable > 100 && clashes > 100);
}

/* With any weights on a pattern that has a solution the scaling ends, within the accuracy. */
TEST(test_scaling_ends)
{
    struct rng rng;
    rng_seed(&rng, 6, 0);
    for (int trial = 0; trial < 2000; trial++) {
        uint16_t mask[NORMAL_ROWS];
        uint8_t count[RANKS] = {0};
        double cell[NORMAL_ROWS][RANKS];
        int rows = 1 + (int)rng_below(&rng, NORMAL_ROWS);
        for (int row = 0; row < rows; row++) {
            int truth = (int)rng_below(&rng, RANKS);
            count[truth]++;
            mask[row] = (uint16_t)(1u << truth | (rng_below(&rng, 1u << RANKS) &
                                                  rng_below(&rng, 1u << RANKS)));
        }
        assert_true(normal_exclude(mask, rows, count, NULL));
        for (int row = 0; row < rows; row++)
            for (int rank = 0; rank < RANKS; rank++)
                cell[row][rank] = mask[row] >> rank & 1 ? pow(10, -9 * rng_unit(&rng)) : 0;
        struct normal_result result = normal_scale(cell, rows, count, 1e-6, 1000, NULL);
        assert_true(result.converged);
        for (int rank = 0; rank < RANKS; rank++) {
            double total = 0;
            for (int row = 0; row < rows; row++)
                total += cell[row][rank];
            assert_true(fabs(total - count[rank]) <= 1.01e-6 * count[rank]);
        }
    }
    /* Two rows that may only be the same one rank, and weights that no scaling can right. */
    double hopeless[NORMAL_ROWS][RANKS] = {{[SCOUT] = 1}, {[SCOUT] = 1}};
    const uint8_t one[RANKS] = {[SCOUT] = 1, [MINER] = 1};
    struct normal_result result = normal_scale(hopeless, 2, one, 1e-6, 50, NULL);
    assert_false(result.converged);
    assert_int_equal(result.sweeps, 50);
}

/* Ranks that hardly mix, which plain scaling needs tens of thousands of scalings for: they end soon, and a
 * bound that is too low is reported. */
TEST(test_many_sweeps)
{
    static const double start[8][4] = {{0, 0, 0, 1},    {0, 1e-7, 0, 1e-7}, {1, 0, 1, 1},
                                       {1, 1, 1e-7, 1e-7}, {0, 1e-7, 0, 1}, {1e-7, 0, 1, 0},
                                       {1e-7, 0, 0, 1e-7}, {0, 0, 1e-7, 0}};
    static const uint8_t count[RANKS] = {1, 2, 3, 2};
    static const int max[] = {4, 9, 1000};
    double error = 1;
    for (int i = 0; i < 3; i++) {
        double cell[8][RANKS] = {{0}};
        for (int row = 0; row < 8; row++)
            memcpy(cell[row], start[row], sizeof start[row]);
        struct normal_result result = normal_scale(cell, 8, count, 1e-6, max[i], NULL);
        assert_true(result.error < error);
        error = result.error;
        assert_int_equal(result.converged, i == 2);
        assert_true(result.converged == (error <= 1e-6));
        assert_true(result.sweeps < 40);
        for (int row = 0; row < 8; row++) {
            double total = 0;
            for (int rank = 0; rank < RANKS; rank++)
                total += cell[row][rank];
            assert_true(fabs(total - 1) < 1e-12);
        }
    }
}

/* Many small matrices of weights that are either 1 or next to nothing. */
TEST(test_hard_cases)
{
    struct rng rng;
    rng_seed(&rng, 7, 0);
    for (int trial = 0; trial < 100000; trial++) {
        uint16_t mask[NORMAL_ROWS];
        uint8_t count[RANKS] = {0};
        double cell[NORMAL_ROWS][RANKS] = {{0}}, small = pow(10, -3 - (int)rng_below(&rng, 7));
        int rows = 2 + (int)rng_below(&rng, 8), kinds = 2 + (int)rng_below(&rng, 4);
        for (int row = 0; row < rows; row++) {
            uint32_t truth = rng_below(&rng, (uint32_t)kinds);
            count[truth]++;
            mask[row] = (uint16_t)(1u << truth | rng_below(&rng, 1u << kinds));
        }
        assert_true(normal_exclude(mask, rows, count, NULL));
        for (int row = 0; row < rows; row++)
            for (int rank = 0; rank < kinds; rank++)
                cell[row][rank] = mask[row] >> rank & 1 ? rng_below(&rng, 2) ? small : 1 : 0;
        struct normal_result result = normal_scale(cell, rows, count, 1e-6, 100, NULL);
        assert_true(result.converged);
    }
}

TESTS_MAIN(NULL, NULL)
