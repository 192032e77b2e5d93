/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kuhn and Leduc poker: sizes and values as OpenSpiel and the literature have them, a best response
 * against all pure strategies, and CFR+ and tabular R-NaD, which come to the equilibrium. */
#include "base/memory.h"
#include "cmocka_all.h"
#include "learn/cfr_plus.h"
#include "learn/game_tree.h"
#include "learn/rnad_tabular.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A policy drawn at random. */
static void draw_policy(const struct game_tree *tree, struct rng *rng, double *policy)
{
    size_t actions = (size_t)tree->game->actions;
    for (size_t set = 0; set < tree->set_count; set++) {
        double sum = 0, *row = policy + set * actions;
        for (size_t a = 0; a < actions; a++)
            sum += row[a] = tree->sets[set].legal >> a & 1 ? 0.05 + rng_unit(rng) : 0;
        for (size_t a = 0; a < actions; a++)
            row[a] /= sum;
    }
}

/* NashConv of the uniform policy: twice the exploitability of OpenSpiel's uniform policy. */
TEST(sizes)
{
    static const struct {
        const char *name;
        size_t sets;
        double uniform;
    } known[] = {{"kuhn", 12, 0.9166667}, {"leduc", 288, 4.7472222}, {"leduc-suits", 936, 4.7472222}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct game_tree tree;
        tree_build(&tree, small_game_find(known[i].name));
        double *policy = memory_new(tree_policy_size(&tree), sizeof *policy);
        tree_uniform(&tree, policy);
        assert_int_equal(tree.set_count, known[i].sets);
        assert_true(fabs(tree_nash_conv(&tree, policy) - known[i].uniform) < 1e-6);
        for (size_t at = 0; at < tree.node_count; at++) /* sets lie on one level */
            if (tree.nodes[at].player >= 0) {
                uint32_t depth = tree.sets[tree.nodes[at].set].depth;
                assert_true(at >= tree.level[depth] && at < tree.level[depth + 1]);
            }
        free(policy);
        tree_free(&tree);
    }
    assert_null(small_game_find("chess"));
}

/* The best response in Kuhn poker: the best of all 64 pure strategies. */
TEST(pure_strategies)
{
    struct game_tree tree;
    struct rng rng;
    double policy[24], pure[24];
    tree_build(&tree, small_game_find("kuhn"));
    rng_seed(&rng, 1, 0);
    for (int trial = 0; trial < 5; trial++) {
        draw_policy(&tree, &rng, policy);
        for (int player = 0; player < 2; player++) {
            double best = -INFINITY;
            for (unsigned strategy = 0; strategy < 64; strategy++) {
                unsigned bit = 0;
                memcpy(pure, policy, sizeof pure);
                for (size_t set = 0; set < tree.set_count; set++)
                    if (tree.sets[set].player == player) {
                        unsigned action = strategy >> bit++ & 1;
                        pure[2 * set + action] = 1;
                        pure[2 * set + !action] = 0;
                    }
                double value = tree_value(&tree, pure);
                best = fmax(best, player ? -value : value);
            }
            assert_true(fabs(best - tree_best_response(&tree, policy, player)) < 1e-12);
        }
    }
    tree_free(&tree);
}

/* Action values against the value of the policy that plays the action in that set, with and without bonus. */
TEST(action_values)
{
    struct game_tree tree;
    struct rng rng;
    double policy[24], other[24], bonus[24], values[24], again[24], reach[12], own[12];
    tree_build(&tree, small_game_find("kuhn"));
    rng_seed(&rng, 2, 0);
    draw_policy(&tree, &rng, policy);
    tree_action_values(&tree, policy, NULL, values, reach);
    tree_own_reach(&tree, policy, own);
    for (size_t set = 0; set < tree.set_count; set++)
        for (size_t a = 0; a < 2; a++) {
            double sign = tree.sets[set].player ? -1 : 1, gain;
            memcpy(other, policy, sizeof other);
            other[2 * set + a] += 0.01;
            gain = sign * (tree_value(&tree, other) - tree_value(&tree, policy)) / 0.01;
            assert_true(fabs(gain - own[set] * values[2 * set + a]) < 1e-9);
        }
    for (int i = 0; i < 24; i++)
        bonus[i] = 0.3; /* player 0 gets 0.3 for every action of anybody */
    tree_action_values(&tree, policy, bonus, again, reach);
    for (size_t set = 0; set < tree.set_count; set++)
        for (size_t a = 0; a < 2; a++) {
            double extra = (again[2 * set + a] - values[2 * set + a]) / reach[set];
            assert_true(tree.sets[set].player ? extra <= -0.3 + 1e-9 : extra >= 0.3 - 1e-9);
        }
    tree_free(&tree);
}

/* Games sampled by a policy: how often each end comes is its probability. */
TEST(sampling)
{
    struct game_tree tree;
    struct rng rng;
    double policy[24], sum = 0;
    enum { GAMES = 40000 };
    tree_build(&tree, small_game_find("kuhn"));
    rng_seed(&rng, 3, 0);
    draw_policy(&tree, &rng, policy);
    for (int game = 0; game < GAMES; game++) {
        uint32_t path[SMALL_LENGTH + 1];
        size_t count = tree_sample(&tree, policy, &rng, path);
        assert_true(tree.nodes[path[count - 1]].player == SMALL_END);
        sum += tree.nodes[path[count - 1]].payoff;
    }
    assert_true(fabs(sum / GAMES - tree_value(&tree, policy)) < 0.04);
    tree_free(&tree);
}

TEST(cfr_plus)
{
    struct game_tree tree;
    struct cfr_plus solver;
    double policy[24];
    tree_build(&tree, small_game_find("kuhn"));
    cfr_plus_begin(&solver, &tree);
    for (int i = 0; i < 500; i++)
        cfr_plus_step(&solver);
    cfr_plus_average(&solver, policy);
    assert_true(tree_nash_conv(&tree, policy) < 1e-3);
    assert_true(fabs(tree_value(&tree, policy) - tree.game->value) < 1e-3);
    cfr_plus_end(&solver);
    tree_free(&tree);
}

/* The last iterate converges: after each of the first iterations NashConv is lower than before. */
TEST(rnad_converges)
{
    struct game_tree tree;
    struct rnad_tabular learner;
    const struct rnad_tabular_options options = {.eta = 0.2, .rate = 0.1, .steps = 400};
    double before = INFINITY;
    tree_build(&tree, small_game_find("kuhn"));
    rnad_tabular_begin(&learner, &tree, &options);
    for (int i = 0; i < 12; i++) {
        rnad_tabular_iterate(&learner);
        double now = tree_nash_conv(&tree, learner.policy);
        assert_true(now < before);
        before = now;
    }
    assert_true(before < 1e-3);
    rnad_tabular_end(&learner);
    tree_free(&tree);
}

TESTS_MAIN(NULL, NULL)
