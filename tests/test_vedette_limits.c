/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much vedette plays out for a question: what the question says goes before the options, a clock bounds
 * both, and more of either than usual makes rollouts longer against an enemy who is known. */
#include "agent/kinds.h"
#include "agent/vedette_limits.h"
#include "cmocka_all.h"

static double option[VEDETTE_NUMBERS];
static struct rollout_terms terms;

static int take_defaults(void **state)
{
    (void)state;
    for (int i = 0; i < VEDETTE_NUMBERS; i++)
        option[i] = vedette_options[i].standard;
    terms = (struct rollout_terms){0};
    return 0;
}

/* Limits for four candidates, computed at second 100. */
static bool limit(const struct think *think)
{
    terms = (struct rollout_terms){0};
    return vedette_set_limits(option, think, 0, 4, 100, &terms);
}

TEST(by_options_without_a_request)
{
    assert_true(limit(&(struct think){0}));
    assert_int_equal(terms.plies, 20);
    assert_int_equal(terms.worlds, 8);
    assert_int_equal(terms.threads, 1);
    assert_true(terms.seconds == 0 && terms.deadline == 0);
    option[VEDETTE_TIME] = 0.5;
    assert_true(limit(&(struct think){0}));
    assert_true(terms.seconds == 0.5 && terms.deadline == 0);
}

TEST(by_the_request_where_it_limits)
{
    assert_true(limit(&(struct think){.nodes = 100, .depth = 7, .hard_seconds = 2}));
    assert_int_equal(terms.plies, 7);
    assert_int_equal(terms.worlds, 25);
    assert_true(terms.seconds == 0 && terms.deadline == 102); /* only against being late */
    assert_true(limit(&(struct think){.samples = 1000000}));
    assert_int_equal(terms.worlds, 65536);
    assert_true(limit(&(struct think){.nodes = 3})); /* less than one a move */
    assert_int_equal(terms.worlds, 1);
    assert_true(limit(&(struct think){.soft_seconds = 0.25, .hard_seconds = 1}));
    assert_true(terms.seconds == 0.25 && terms.deadline == 101);
}

/* The option's time is the max; for moves that must all be tried the request's counts. */
TEST(the_lower_time_counts)
{
    option[VEDETTE_TIME] = 0.1;
    assert_true(limit(&(struct think){.soft_seconds = 3}));
    assert_true(terms.seconds == 0.1);
    assert_true(limit(&(struct think){.soft_seconds = 3, .all_roots = true}));
    assert_true(terms.seconds == 3);
    assert_true(limit(&(struct think){.hard_seconds = 0.05}));
    assert_true(terms.seconds == 0.05);
    assert_false(limit(&(struct think){.has_clock = true, .clock = 0.1}));
}

TEST(threads_by_option_or_request)
{
    assert_true(limit(&(struct think){.threads = 3}));
    assert_int_equal(terms.threads, 3);
    option[VEDETTE_THREADS] = 2;
    assert_true(limit(&(struct think){.threads = 3}));
    assert_int_equal(terms.threads, 2);
    assert_true(limit(&(struct think){0}));
    assert_int_equal(terms.threads, 2);
}

static double depth_of(uint32_t worlds, double seconds, int threads, double strangeness)
{
    terms = (struct rollout_terms){.plies = 20, .worlds = worlds, .seconds = seconds, .threads = threads};
    return vedette_length_factor(option, &(struct think){0}, &terms, strangeness);
}

/* As many times longer as the root of how many times more worlds; against a stranger never. */
TEST(deeper_against_the_known)
{
    assert_true(depth_of(8, 0, 1, 0) == 1 && depth_of(2, 0, 1, 0) == 1);
    assert_float_equal(depth_of(32, 0, 1, 0), 2, 1e-9);
    assert_float_equal(depth_of(32, 0, 1, 1), 1, 1e-9);
    assert_float_equal(depth_of(32, 0, 1, 0.5), 1.41421356, 1e-6);
    assert_float_equal(depth_of(8000, 0, 1, 0), 3, 1e-9);
    assert_float_equal(depth_of(8, 0.8, 1, 0), 2, 1e-9); /* a third power of the time */
    assert_float_equal(depth_of(8, 0.4, 2, 0), 2, 1e-9); /* time of all threads together */
    terms = (struct rollout_terms){.plies = 20, .worlds = 800, .threads = 1};
    assert_true(vedette_length_factor(option, &(struct think){.depth = 20}, &terms, 0) == 1);
    option[VEDETTE_DEEPEN] = 0;
    assert_float_equal(depth_of(800, 0, 1, 0), 1, 1e-9);
}

TEST(longer_in_steps)
{
    static const struct { double depth; int plies; } cases[] = {{1, 20}, {1.1, 20}, {1.13, 25}, {2.2, 45},
                                                                {3, 60}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        terms = (struct rollout_terms){.plies = 20};
        vedette_lengthen(&terms, cases[i].depth);
        assert_int_equal(terms.plies, cases[i].plies);
    }
    terms.plies = 900;
    vedette_lengthen(&terms, 3);
    assert_int_equal(terms.plies, 1000);
}

TEST(half_the_time_for_the_game_so_far)
{
    assert_true(vedette_observe_until(option, &(struct think){0}, 0, 100) == 0);
    assert_true(vedette_observe_until(option, &(struct think){.nodes = 50}, 0, 100) == 0);
    assert_true(vedette_observe_until(option, &(struct think){.hard_seconds = 1}, 0, 100) == 100.5);
    option[VEDETTE_TIME] = 0.5;
    assert_true(vedette_observe_until(option, &(struct think){.hard_seconds = 1}, 0, 100) == 100.25);
    double until = vedette_observe_until(option, &(struct think){.has_clock = true, .clock = 0.1}, 0, 100);
    assert_true(until > 100 && until < 100.01);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(by_options_without_a_request, take_defaults),
        cmocka_unit_test_setup(by_the_request_where_it_limits, take_defaults),
        cmocka_unit_test_setup(the_lower_time_counts, take_defaults),
        cmocka_unit_test_setup(threads_by_option_or_request, take_defaults),
        cmocka_unit_test_setup(deeper_against_the_known, take_defaults),
        cmocka_unit_test_setup(longer_in_steps, take_defaults),
        cmocka_unit_test_setup(half_the_time_for_the_game_so_far, take_defaults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
