/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rating of a person against a slow separate form: the posterior on a grid of strengths, each game a
 * factor. And its interval: how often it has a strength drawn from the prior. */
#include "base/rng.h"
#include "cmocka_all.h"
#include "engine.h"
#include "play/player_rating.h"

#include <math.h>

enum { GRID = 12001, CASES = 60, PEOPLE = 1500, GAMES = 14 };

static const struct ladder *standard(struct ladders **ladders)
{
    *ladders = ladders_new();
    return ladders_for_variant(*ladders, VARIANT_STANDARD);
}

/* The strength of a point of the grid, in Elo. */
static double grid_elo(int point) { return point - 5000.0; }

/* The expected score against a level, by powers of ten. */
static double expected(const struct ladder *ladder, size_t level, double elo)
{
    double strength = 0;
    for (size_t i = 1; i <= level; i++)
        strength += 400 * log10(ladder->levels[i].below) - 400 * log10(1 - ladder->levels[i].below);
    return 1 / (1 + pow(10, (strength - elo) / 400));
}

/* Fills the posterior on the grid, game by game; its sum is 1. */
static void slow_posterior(const struct ladder *ladder, const struct level_result *results, double *density)
{
    double sum = 0, top = 0;
    for (int point = 0; point < GRID; point++) {
        double elo = grid_elo(point), factor = exp(-elo * elo / (2 * 500.0 * 500.0));
        for (size_t i = 0; i < ladder->count; i++) {
            double score = expected(ladder, i, elo);
            for (size_t game = 0; game < results[i].won; game++)
                factor *= score;
            for (size_t game = 0; game < results[i].lost; game++)
                factor *= 1 - score;
            for (size_t game = 0; game < results[i].drawn; game++)
                factor *= sqrt(score * (1 - score));
        }
        density[point] = factor;
        sum += factor;
        top = fmax(top, factor);
    }
    for (int point = 0; point < GRID; point++)
        density[point] /= sum;
}

/* Random results: the maximum is the grid's, and both ends have exp(-1.92) of its density. */
TEST(test_against_grid)
{
    static double density[GRID];
    struct ladders *ladders;
    const struct ladder *ladder = standard(&ladders);
    struct rng rng;
    rng_seed(&rng, 7, 0);
    for (int i = 0; i < CASES; i++) {
        struct level_result results[LEVELS_MAX] = {{0}};
        struct player_rating rating;
        size_t games = 0;
        for (size_t level = 0; level < ladder->count; level++) {
            results[level].won = rng_below(&rng, 4);
            results[level].drawn = rng_below(&rng, 2);
            results[level].lost = rng_below(&rng, 4);
            games += results[level].won + results[level].drawn + results[level].lost;
        }
        slow_posterior(ladder, results, density);
        player_rating_estimate(ladder, results, &rating);
        assert_int_equal(rating.games, games);
        int best = 0;
        for (int point = 0; point < GRID; point++)
            if (density[point] > density[best])
                best = point;
        assert_true(fabs(grid_elo(best) - rating.elo) <= 1);
        double mass = 0;
        for (int point = 0; point < GRID; point++) {
            bool inside = grid_elo(point) >= rating.low && grid_elo(point) <= rating.high;
            bool dense = density[point] >= exp(-1.920729) * density[best] * (1 + 1e-9);
            /* A grid point right at an end may fall on either side. */
            if (fabs(grid_elo(point) - rating.low) > 1 && fabs(grid_elo(point) - rating.high) > 1)
                assert_int_equal(inside, dense);
            mass += inside ? density[point] : 0;
        }
        assert_true(mass > 0.94 && mass < 0.96);
    }
    ladders_free(ladders);
}

/* Of people with strengths from the prior, 95 % are inside their interval after some games. */
TEST(test_interval)
{
    struct ladders *ladders;
    const struct ladder *ladder = standard(&ladders);
    struct rng rng;
    int inside = 0;
    rng_seed(&rng, 11, 0);
    for (int person = 0; person < PEOPLE; person++) {
        struct level_result results[LEVELS_MAX] = {{0}};
        struct player_rating rating;
        /* The sum of twelve uniform numbers is nearly normal. */
        double sum = -6;
        for (int i = 0; i < 12; i++)
            sum += rng_unit(&rng);
        for (int game = 0; game < GAMES; game++) {
            size_t level = rng_below(&rng, 4);
            bool won = rng_unit(&rng) < expected(ladder, level, 500 * sum);
            results[level].won += won;
            results[level].lost += !won;
        }
        player_rating_estimate(ladder, results, &rating);
        inside += rating.low <= 500 * sum && 500 * sum <= rating.high;
    }
    assert_in_range(inside, PEOPLE * 93 / 100, PEOPLE * 97 / 100);
    ladders_free(ladders);
}

static void assert_words(const struct ladder *ladder, size_t level, struct level_result result,
                         const char *words)
{
    struct level_result results[LEVELS_MAX] = {{0}};
    struct player_rating rating;
    char text[RATING_WORDS];
    results[level] = result;
    player_rating_estimate(ladder, results, &rating);
    assert_string_equal(player_rating_words(ladder, &rating, text), words);
}

TEST(test_words)
{
    struct ladders *ladders;
    const struct ladder *ladder = standard(&ladders);
    assert_words(ladder, 1, (struct level_result){8, 0, 6},
                 "You play like Sergeant, most likely between Recruit and Captain (14 games)");
    assert_words(ladder, 0, (struct level_result){0, 0, 1},
                 "You play like Recruit, most likely below Lieutenant (1 game)");
    assert_words(ladder, 7, (struct level_result){40, 0, 0},
                 "You play above Vedette, most likely above Vedette (40 games)");
    ladders_free(ladders);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_grid), cmocka_unit_test(test_interval), cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests(tests, engine_set_up, engine_tear_down);
}
