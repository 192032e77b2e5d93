/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search against plain expectimax: whatever is switched on, the same values. */
#include "boards.h"
#include "cmocka_all.h"
#include "search/search.h"
#include "search_oracle.h"
#include "search_scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WAYS = 120 };

enum { SWITCHES = 2 * 2 * 2 * 6 * 2 * 2 * 3 * 2 };

/* The techniques by number: 0 .. SWITCHES - 1. */
static void set_switches(struct search_options *options, int number)
{
    static const int probes[] = {0, 1, 3};
    options->deepening = number % 2, number /= 2;
    options->ordering = number % 2, number /= 2;
    options->history = number % 2, number /= 2;
    int table = number % 6;
    number /= 6;
    options->table = table > 0;
    options->chance_table = table != 5;
    options->replacement = table > 4 ? KEEP_DEEP : table ? table - 1 : 0;
    options->star1 = number % 2, number /= 2;
    options->etc = number % 2, number /= 2;
    options->probe = probes[number % 3], number /= 3;
    options->bounds = number % 2;
    options->table_size = 1;
}

static double found_value(const struct scene_of_few *scene, const struct search_options *options, int depth,
                          struct search_result *result)
{
    struct search search;
    struct search_terms terms = {.view = &scene->view, .belief = scene->belief, .depth = depth};
    search_init(&search, options);
    search_run(&search, &terms, result);
    search_free(&search);
    return result->value;
}

/* Whether a move is worth what it should be; those that were found right before are not tried again. */
static bool is_best(const struct scene_of_few *scene, const struct search_options *options, int depth,
                    struct move move, double expected, bool right[SQUARES][SQUARES])
{
    double value;
    if (right[move.from][move.to])
        return true;
    oracle_move_values(options, scene->belief, &scene->view, depth, &move, 1, &value);
    right[move.from][move.to] = true;
    return fabs(value - expected) <= 1e-9;
}

/* One position with some of all combinations of switches. */
static void check_scene(const struct scene_of_few *scene, int depth, int first, int step, struct rng *rng)
{
    struct search_options options;
    struct search_result result;
    bool right[SQUARES][SQUARES] = {{false}};
    scene_draw_options(&options, rng);
    double expected = oracle_value(&options, scene->belief, &scene->view, depth);
    for (int number = first, i = 0; number < SWITCHES; number += step, i++) {
        set_switches(&options, number);
        options.lanes = 1 + i % 3;
        double found = found_value(scene, &options, depth, &result);
        if (fabs(found - expected) > 1e-9)
            print_message("switches %d, lanes %g, depth %d: found %.17g, expected %.17g\n", number,
                          options.lanes, depth, found, expected);
        assert_true(fabs(found - expected) <= 1e-9);
        assert_true(is_best(scene, &options, depth, result.best, expected, right));
        assert_int_equal(result.depth, depth);
    }
}

/* Whether both sides have few moves, so that plain expectimax is soon done. */
static bool is_narrow(const struct scene_of_few *scene, int max)
{
    struct move moves[MOVES_MAX];
    return board_pseudo_legal_moves(&scene->view.board, RED, moves) <= max &&
           board_pseudo_legal_moves(&scene->view.board, BLUE, moves) <= max;
}

TEST(test_switches)
{
    struct rng rng;
    int checked[5] = {0}, wanted = (int)test_size("SEARCH_SCENES", 500);
    rng_seed(&rng, 17, 0);
    for (int i = 0; checked[4] < wanted; i++) {
        struct scene_of_few scene;
        int depth = 1 + i % 4;
        /* Some of the deepest have as many moves as come. */
        int max = depth < 4 || i % 64 == 3 ? MOVES_MAX : 10;
        if (scene_draw(&scene, depth == 4 ? 4 : 7, &rng) && is_narrow(&scene, max)) {
            int step = i % 500 == 3 ? 1 : 97;
            check_scene(&scene, depth, step == 1 ? 0 : (int)rng_below(&rng, 97), step, &rng);
            checked[depth]++;
        }
        scene_free(&scene);
    }
}

/* Deeper ones of very few pieces: only from the fifth ply on can one position be reached in two ways of which
 * the repetition rules or the limits make different things. */
TEST(test_ways)
{
    struct rng rng;
    int checked = 0;
    rng_seed(&rng, 18, 0);
    while (checked < WAYS) {
        struct scene_of_few scene;
        int depth = 5 + checked % 4;
        if (scene_draw(&scene, 3, &rng) && is_narrow(&scene, depth > 6 ? 4 : 6)) {
            check_scene(&scene, depth, (int)rng_below(&rng, 288), 288, &rng);
            checked++;
        }
        scene_free(&scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ways),
        cmocka_unit_test(test_switches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
