/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statistics held against figures worked out elsewhere. */
#include "cmocka_all.h"
#include "lab/pentanomial.h"

#include <math.h>

static void assert_near(double found, double expected, double within)
{
    if (!(fabs(found - expected) <= within))
        fail_msg("found %.9g, expected %.9g", found, expected);
}

TEST(means_and_errors)
{
    static const double values[] = {2, 4, 4, 4, 5, 5, 7, 9};
    struct sample sample = {0};
    assert_near(sample_error(&sample), 0, 0);
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        sample_add(&sample, values[i]);
    assert_int_equal(sample.count, 8);
    assert_near(sample.mean, 5, 1e-12);
    assert_near(sample.squares, 32, 1e-12);
    assert_near(sample_error(&sample), sqrt(32.0 / 7 / 8), 1e-12);
    struct sample one = {0};
    sample_add(&one, 3);
    assert_near(sample_error(&one), 0, 0);
}

/* A mean far from zero loses no digits. */
TEST(means_are_stable)
{
    struct sample sample = {0};
    for (int i = 0; i < 1000; i++)
        sample_add(&sample, 1e9 + i % 2);
    assert_near(sample.mean, 1e9 + 0.5, 1e-6);
    assert_near(sample.squares, 250, 1e-3);
}

/* Newcombe 1998, table I, method 3: 81/263, 15/148, 0/20, 1/29. */
TEST(wilson_as_published)
{
    static const struct {
        double hits, count, low, high;
    } cases[] = {
        {81, 263, 0.2553, 0.3662},
        {15, 148, 0.0624, 0.1605},
        {0, 20, 0.0000, 0.1611},
        {1, 29, 0.0061, 0.1718},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct interval found = stats_wilson(cases[i].hits, cases[i].count, STATS_95);
        assert_near(found.low, cases[i].low, 0.00005);
        assert_near(found.high, cases[i].high, 0.00005);
    }
    assert_near(stats_wilson(20, 20, STATS_95).high, 1, 0);
    assert_near(stats_wilson(0, 0, STATS_95).high, 1, 0);
}

TEST(scores)
{
    assert_near(stats_score(0, 0, 0), 0.5, 0);
    assert_near(stats_score(3, 2, 5), 0.4, 1e-12);
    /* Without draws it is Wilson's interval of the wins. */
    struct interval decided = stats_score_interval(81, 0, 182, STATS_95);
    assert_near(decided.low, 0.2553, 0.00005);
    assert_near(decided.high, 0.3662, 0.00005);
    /* With many games it is the mean's: 1000 games, s = 0.55, variance 0.1475 by hand. */
    struct interval drawn = stats_score_interval(300, 500, 200, STATS_95);
    double half = STATS_95 * sqrt((0.3 * 0.2025 + 0.5 * 0.0025 + 0.2 * 0.3025) / 1000);
    assert_near(drawn.low, 0.55 - half, 0.0005);
    assert_near(drawn.high, 0.55 + half, 0.0005);
    /* One-sided and all-drawn matches still have a width. */
    struct interval won = stats_score_interval(10, 0, 0, STATS_95);
    assert_near(won.low, 0.7225, 0.0001);
    assert_near(won.high, 1, 0);
    struct interval all_drawn = stats_score_interval(0, 10, 0, STATS_95);
    assert_true(all_drawn.low < 0.5 && all_drawn.low > 0.3 && all_drawn.high > 0.5);
    assert_near(all_drawn.low + all_drawn.high, 1, 1e-12);
}

TEST(elo_differences)
{
    assert_near(stats_elo(0.5), 0, 1e-12);
    assert_near(stats_elo(0.75), 190.8485, 0.0001);
    assert_near(stats_elo(0.25), -190.8485, 0.0001);
    assert_true(isinf(stats_elo(1)) && stats_elo(1) > 0);
    assert_true(isinf(stats_elo(0)) && stats_elo(0) < 0);
}

/* 3 of 10, 1 of 10, 0 of 0, 8 of 20 by hand: the ratio is 0.3, the units are off it by 0, -2 and 2. */
TEST(ratios)
{
    struct ratio ratio = {0};
    assert_int_equal(ratio_estimate(&ratio).units, 0);
    ratio_add(&ratio, 3, 10);
    struct estimate alone = ratio_estimate(&ratio);
    assert_true(alone.units == 1 && alone.low == 0 && alone.high == 0);
    assert_near(alone.mean, 0.3, 1e-12);
    ratio_add(&ratio, 1, 10);
    ratio_add(&ratio, 0, 0);
    ratio_add(&ratio, 8, 20);
    struct estimate estimate = ratio_estimate(&ratio);
    double half = STATS_95 * sqrt((0 + 4 + 4) * 3.0 / 2) / 40;
    assert_int_equal(estimate.units, 3);
    assert_near(estimate.mean, 0.3, 1e-12);
    assert_near(estimate.low, 0.3 - half, 1e-12);
    assert_near(estimate.high, 0.3 + half, 1e-12);
}

/* One piece of 10 in two games of twenty, none in the others: by the spread alone the interval would begin
 * below 0. Of units that are trials it is Wilson's; of few hits, none and all it stays within 0 .. 1. */
TEST(shares)
{
    struct ratio rare = {0}, single = {0}, none = {0}, all = {0}, even = {0}, one = {0}, unsure = {0};
    assert_int_equal(share_estimate(&one).units, 0);
    for (int i = 0; i < 20; i++) {
        ratio_add(&rare, i < 2, 10);
        ratio_add(&none, 0, 10);
        ratio_add(&all, 10, 10);
        ratio_add(&even, 5, 10);
        ratio_add(&unsure, i ? 0.001 : 0.3, 10);
    }
    assert_true(ratio_estimate(&rare).low < 0);
    const struct estimate few = share_estimate(&rare);
    assert_near(few.mean, 0.01, 1e-12);
    assert_true(few.low > 0 && few.low < 0.004 && few.high > 0.02 && few.high < 0.05);
    assert_near(share_estimate(&none).low, 0, 0);
    assert_near(share_estimate(&none).high, stats_wilson(0, 20, STATS_95).high, 1e-12);
    assert_near(share_estimate(&all).low, stats_wilson(20, 20, STATS_95).low, 1e-12);
    assert_near(share_estimate(&all).high, 1, 0);
    assert_true(share_estimate(&even).low < 0.5 && share_estimate(&even).high > 0.5);
    assert_true(ratio_estimate(&unsure).low < 0 && share_estimate(&unsure).low > 0);
    for (int i = 0; i < 263; i++)
        ratio_add(&single, i < 81, 1);
    struct estimate estimate = share_estimate(&single);
    assert_near(estimate.low, 0.2553, 0.0002);
    assert_near(estimate.high, 0.3662, 0.0002);
    ratio_add(&one, 3, 10);
    estimate = share_estimate(&one);
    assert_true(estimate.units == 1 && estimate.low == 0 && estimate.high == 0);
}

/* The gap of a bin is less its own error. A bin with a thousandth of all guesses counts if it has 200 of
 * them: 85 % stated, 73 % right; with 199, or all in one game, it does not. */
TEST(calibration)
{
    enum { GAMES = 20 };
    struct ratio bins[3] = {{0}}, few[3] = {{0}}, one[3] = {{0}};
    assert_true(isnan(calibration_gap(bins, 3)));
    for (int i = 0; i < GAMES; i++) {
        double off = i % 2 ? 1 : -1;
        ratio_add(&bins[0], 12 * off, 10000); /* a tenth of a point here and there: within the error */
        ratio_add(&bins[1], -1.2 + 0.2 * off, 10);
        ratio_add(&few[1], i ? -1.2 : -1.1, i ? 10 : 9);
    }
    ratio_add(&one[1], -24, 200);
    double half = STATS_95 * 0.02 / sqrt(GAMES - 1);
    assert_near(ratio_gap(&bins[0]), 0, 0);
    assert_near(calibration_gap(bins, 3), 0.12 - half, 1e-9);
    assert_true(isnan(calibration_gap(few, 3)) && few[1].below == 199);
    assert_true(isnan(calibration_gap(one, 3)) && isnan(ratio_gap(&one[1])));
    bins[2] = one[1];
    assert_near(calibration_gap(bins, 3), 0.12 - half, 1e-9);
}

/* However the games went, with or without draws, in pairs or not, a score's interval lies within 0 .. 1. */
TEST(intervals_stay_within)
{
    for (size_t wins = 0; wins <= 12; wins++)
        for (size_t draws = 0; draws <= 12; draws++)
            for (size_t losses = 0; losses <= 12; losses++) {
                struct interval range = stats_score_interval(wins, draws, losses, STATS_95);
                double score = stats_score(wins, draws, losses);
                assert_true(0 <= range.low && range.low <= score && score <= range.high && range.high <= 1);
                struct pentanomial pairs = {{losses, draws, 1, 0, wins}};
                range = pentanomial_interval(&pairs, STATS_95);
                score = pentanomial_score(&pairs);
                assert_true(0 <= range.low && range.low <= score && score <= range.high && range.high <= 1);
            }
}

TESTS_MAIN(NULL, NULL)
