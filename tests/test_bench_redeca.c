/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bench of the tables of Redeca & Groza (2018): its rows are sound, its counts those of the same match,
 * and threads change nothing. */
#include "cmocka_all.h"
#include "agent/kinds.h"
#include "console/command.h"
#include "console/load.h"
#include "engine.h"
#include "lab/bench_redeca.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct setup *pool;
static size_t pool_count;

static int set_up_bench_redeca(void **state)
{
    struct error error;
    engine_set_up(state);
    return load_setups(NULL, 0, NULL, &pool, &pool_count, &error) != STATUS_OK;
}

static int tear_down_bench_redeca(void **state)
{
    free(pool);
    return engine_tear_down(state);
}

static struct bench_redeca_terms terms_of(double scale)
{
    return (struct bench_redeca_terms){.pool = pool, .pool_count = pool_count, .rules = *rules_find("redeca"),
                                       .scale = scale, .seed = 3, .jobs = 1, .settings = &settings,
                                       .library = library};
}

static const struct redeca_line *line_of(int table, int number)
{
    for (size_t i = 0; i < redeca_line_count; i++)
        if (redeca_lines[i].table == table && redeca_lines[i].number == number)
            return &redeca_lines[i];
    fail_msg("no row %d of table %d", number, table);
    return NULL;
}

/* Five rows in II and III, ten in each of the others, in order; agents that can be started; percentages that
 * add up, but for what was drawn. */
TEST(test_rows_are_sound)
{
    static const int rows[] = {[2] = 5, 5, 10, 10, 10, 10};
    size_t at = 0;
    for (int table = REDECA_TABLE_FIRST; table <= REDECA_TABLE_LAST; table++)
        for (int number = 1; number <= rows[table]; number++, at++) {
            const struct redeca_line *line = &redeca_lines[at];
            const char *specs[] = {line->red, line->blue};
            assert_int_equal(line->table, table);
            assert_int_equal(line->number, number);
            for (int i = 0; i < 2; i++) {
                struct agent agent;
                assert_int_equal(agent_start(&agent, specs[i], &settings, library, NULL), STATUS_OK);
                agent_end(&agent);
            }
            double sum = line->paper[REDECA_VR] + line->paper[REDECA_VA];
            assert_true(sum > 95 && sum < 100.2);
            for (int figure = 0; figure < REDECA_FIGURES; figure++) {
                bool length = figure == REDECA_VRCM || figure == REDECA_VACM;
                assert_int_equal(isnan(line->paper[figure]), length && table == 2);
                assert_true(isnan(line->paper[figure]) || line->paper[figure] <= (length ? 10000 : 100));
            }
        }
    assert_int_equal(at, redeca_line_count);
}

/* A row of table III is the match that doc/redeca-2018.md names. */
TEST(test_row_is_a_match)
{
    const struct redeca_line *line = line_of(3, 4);
    const struct bench_redeca_terms terms = terms_of(0.006);
    struct redeca_result result;
    struct match_result played;
    assert_int_equal(bench_redeca_run(&terms, line, &result, NULL), STATUS_OK);
    const struct match_terms match = {.agent = {"probabilistic", "random"}, .games = 60, .a_is_red = true,
                                      .pool = pool, .pool_count = pool_count, .rules = terms.rules, .seed = 3,
                                      .jobs = 1, .settings = &settings, .library = library};
    assert_int_equal(match_run(&match, &played, NULL), STATUS_OK);
    const struct match_wins *red = &played.side[RED], *blue = &played.side[BLUE];
    assert_int_equal(result.games, 60);
    assert_int_equal(result.setups, 0);
    assert_true(red->wins > 40 && red->captures > 5 && blue->captures > 0);
    assert_true(fabs(result.value[REDECA_VR] - (double)red->wins / 0.6) < 1e-9);
    assert_true(fabs(result.value[REDECA_VA] - (double)blue->wins / 0.6) < 1e-9);
    assert_true(fabs(result.value[REDECA_VRC] - 100.0 * (double)red->captures / (double)red->wins) < 1e-9);
    assert_true(fabs(result.value[REDECA_VRCM] - red->capture_plies.mean) < 1e-9);
    assert_true(fabs(result.value[REDECA_VACM] - blue->capture_plies.mean) < 1e-9);
    struct interval range = stats_wilson((double)red->wins, 60, STATS_95);
    assert_true(fabs(result.range[REDECA_VR].low - 100 * range.low) < 1e-9);
    assert_true(fabs(result.range[REDECA_VR].high - 100 * range.high) < 1e-9);
}

/* In table II each setup is played by itself, on both sides, as often as the others; of what each gives the
 * whole is the mean, and lies in the range. */
TEST(test_single_setups)
{
    const struct redeca_line *line = line_of(2, 2);
    struct bench_redeca_terms terms = terms_of(0.004);
    struct redeca_result all;
    double sum = 0;
    assert_int_equal(bench_redeca_games(&terms, line), 45);
    assert_int_equal(bench_redeca_run(&terms, line, &all, NULL), STATUS_OK);
    assert_int_equal(all.games, 45);
    assert_int_equal(all.setups, 9);
    for (size_t i = 0; i < pool_count; i++) {
        struct redeca_result one;
        terms.pool = &pool[i];
        terms.pool_count = 1;
        terms.scale = 0.0005;
        assert_int_equal(bench_redeca_run(&terms, line, &one, NULL), STATUS_OK);
        assert_int_equal(one.games, 5);
        assert_true(one.value[REDECA_VA] >= all.min[REDECA_VA]);
        assert_true(one.value[REDECA_VA] <= all.max[REDECA_VA]);
        sum += one.value[REDECA_VA];
    }
    assert_true(fabs(sum / 9 - all.value[REDECA_VA]) < 1e-9);
    assert_true(all.min[REDECA_VA] < all.value[REDECA_VA] && all.value[REDECA_VA] < all.max[REDECA_VA]);
    /* More setups than games: one game with each of the first. */
    terms = terms_of(0.0005);
    assert_int_equal(bench_redeca_games(&terms, line), 5);
}

TEST(test_threads_and_words)
{
    const struct redeca_line *line = line_of(4, 3);
    struct bench_redeca_terms terms = terms_of(0.03);
    struct redeca_result one, two, other;
    struct error error;
    const char *words[] = {"ties=random"}, *wrong[] = {"nosuch=1"};
    assert_int_equal(bench_redeca_run(&terms, line, &one, NULL), STATUS_OK);
    terms.jobs = 3;
    assert_int_equal(bench_redeca_run(&terms, line, &two, NULL), STATUS_OK);
    assert_memory_equal(&one, &two, sizeof one);
    terms.words = words;
    terms.word_count = 1;
    assert_int_equal(bench_redeca_run(&terms, line, &other, NULL), STATUS_OK);
    assert_memory_not_equal(&one, &other, sizeof one);
    terms.words = wrong;
    assert_int_equal(bench_redeca_run(&terms, line, &other, &error), STATUS_BAD);
    assert_non_null(strstr(error.text, "nosuch"));
    /* random has no such options, and none are given to it. */
    assert_int_equal(bench_redeca_run(&terms, line_of(3, 1), &other, &error), STATUS_OK);
    atomic_bool stop = true;
    terms.stop = &stop;
    assert_int_equal(bench_redeca_run(&terms, line_of(3, 1), &other, &error), STATUS_NO);
}

TESTS_MAIN(set_up_bench_redeca, tear_down_bench_redeca)
