/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The paper's tables agree with themselves: what is printed twice, what follows from the rest of a row. */
#include "cmocka_all.h"
#include "lab/arts_tables.h"

#include <math.h>

static const double half_a_digit = 0.00501;

static double gain(uint64_t without, uint64_t with)
{
    return 100 * (1 - (double)with / (double)without);
}

TEST(gains_follow_from_nodes)
{
    for (int i = 0; i < ARTS_GAIN_TABLES; i++) {
        const struct arts_gain_table *table = &arts_gain_tables[i];
        for (int ply = 0; ply < ARTS_PLIES; ply++) {
            uint64_t without = arts_nodes[table->without][ply], with = arts_nodes[table->with][ply];
            double expected = table->overhead ? -gain(without, with) : gain(without, with);
            assert_true(fabs(table->gain[ply] - expected) < half_a_digit);
        }
    }
    for (int i = 1; i < ARTS_PROBES; i++)
        assert_true(fabs(arts_probe_table[i].gain -
                         gain(arts_probe_table[0].nodes, arts_probe_table[i].nodes)) < half_a_digit);
    for (int i = 1; i <= ARTS_FEATURES; i++)
        assert_true(fabs(arts_feature_nodes_table[i].gain -
                         gain(arts_feature_nodes_table[0].nodes, arts_feature_nodes_table[i].nodes)) <
                    half_a_digit);
}

TEST(iterative_deepening_adds_up_depths)
{
    uint64_t sum = 0;
    for (int ply = 0; ply < ARTS_PLIES; ply++) {
        sum += arts_nodes[ARTS_PLAIN][ply];
        assert_true(arts_nodes[ARTS_ITERATIVE][ply] == sum);
    }
}

TEST(totals_are_those_of_the_other_tables)
{
    assert_true(arts_probe_table[0].nodes == arts_nodes[ARTS_STAR1][4]);
    assert_true(arts_probe_table[1].nodes == arts_nodes[ARTS_STAR2][4]);
    assert_true(arts_feature_nodes_table[0].nodes == arts_nodes[ARTS_STAR_ETC][4]);
    for (int i = 0; i < ARTS_SPREADS; i++) {
        const struct arts_spread_row *row = &arts_spread_table[i];
        assert_true(row->total == arts_nodes[row->search][4]);
        assert_true(fabs((double)row->total / 300 - (double)row->mean) <= 1);
        assert_true((double)row->min < (double)row->median && (double)row->median < (double)row->mean &&
                    (double)row->mean < (double)row->max);
    }
}

static void check_score(const struct arts_result *result)
{
    assert_true(fabs(result->win + result->draw / 2 - result->score) < 0.0151);
}

TEST(scores_follow_from_wins)
{
    int odd = 0;
    for (int i = 0; i < ARTS_FEATURES; i++) {
        const struct arts_result *result = &arts_feature_results[i];
        check_score(result);
        assert_true(fabs(result->win + result->loss + result->draw - 100) < 0.0151);
    }
    for (int i = 0; i < ARTS_MULTI_CUTS; i++) {
        const struct arts_result *result = &arts_multi_cut_table[i].result;
        check_score(result);
        /* of 121 games, but for two misprints */
        odd += fabs(result->win + result->loss + result->draw - 100) > 0.0151;
        assert_true(fabs(result->win * 1.21 - round(result->win * 1.21)) < 0.01);
        assert_true(fabs(result->draw * 1.21 - round(result->draw * 1.21)) < 0.01);
    }
    assert_int_equal(odd, 2);
}

TESTS_MAIN(NULL, NULL)
