/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Learning Kuhn poker by self-play with a small network: R-NaD and PPO with a magnet come near the
 * equilibrium, and the same seed gives the same run for any number of jobs. */
#include "cmocka_all.h"
#include "learn/small_runs.h"

#include <math.h>
#include <string.h>

static struct small_options quick(enum small_method method)
{
    struct small_options options = small_options_for(method, "kuhn");
    options.steps = 1000;
    options.iteration = 100;
    options.batch = 256;
    return options;
}

/* From 0.917, that of the uniform policy. */
TEST(learns)
{
    struct game_tree tree;
    struct small_run runs[2], again[2];
    tree_build(&tree, small_game_find("kuhn"));
    for (int method = 0; method < SMALL_METHODS; method++) {
        struct small_options options = quick((enum small_method)method);
        small_runs_play(&tree, &options, 2, 1, NULL, runs);
        small_runs_play(&tree, &options, 2, 2, NULL, again);
        for (int seed = 0; seed < 2; seed++) {
            double reached = runs[seed].nash_conv[SMALL_RUN_POINTS - 1];
            if (!(reached < 0.15))
                fail_msg("%s, seed %d: NashConv %g", small_method_names[method], seed + 1, reached);
            assert_memory_equal(runs[seed].nash_conv, again[seed].nash_conv, sizeof runs[seed].nash_conv);
        }
        assert_true(runs[0].nash_conv[0] != runs[1].nash_conv[0]);
    }
    tree_free(&tree);
}

/* The decisions by themselves, as in the paper, without exploration and floor. */
TEST(as_in_the_paper)
{
    struct game_tree tree;
    struct small_run run;
    struct small_options options = quick(SMALL_RNAD);
    options.pooled = false;
    options.explore = options.floor = 0;
    tree_build(&tree, small_game_find("kuhn"));
    small_runs_play(&tree, &options, 1, 1, NULL, &run);
    assert_true(run.nash_conv[SMALL_RUN_POINTS - 1] < 0.15);
    tree_free(&tree);
}

/* Table 2, where the standards keep to it. #1339: Adam's epsilon was ten times as large elsewhere. */
TEST(table_2)
{
    struct small_options options = small_options_for(SMALL_RNAD, "leduc");
    assert_true(options.adam.epsilon == 1e-8 && options.adam.beta2 == 0.999 &&
                options.adam.clip_value == 10000);
    assert_true(options.vtrace.eta == 0.2 && options.vtrace.c == 1);
    assert_true(options.neurd.beta == 2 && options.neurd.clip == 10000);
}

TESTS_MAIN(NULL, NULL)
