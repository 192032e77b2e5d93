/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A policy at work: test-time steps by hand, legal set-ups and moves with a random network, the same for the
 * same seed, and blind to hidden ranks. */
#include "boards.h"
#include "cmocka_all.h"
#include "game/position.h"
#include "net/weights.h"
#include "policy/policy.h"
#include "twins.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct policy_shape tiny = {1, 0, 8, 8};

static struct net *net;
static struct policy *policy;

static int load_policy(void **state)
{
    (void)state;
    struct net_row *rows = calloc(POLICY_ROWS_MAX, sizeof *rows);
    struct policy_layers layers;
    struct error error;
    assert_int_equal(policy_net_write_rows(&tiny, rows, &layers, &error), STATUS_OK);
    net = net_new(rows, layers.count, &error);
    net_start(net, 12);
    for (enum policy_head head = 0; head < POLICY_VALUE; head++) {
        const struct net_layer *layer = &net->layers[layers.head[head]];
        for (size_t i = 0; i < layer->matrix; i++)
            net->weight[layer->at + i] *= 10; /* far from uniform */
    }
    net_changed(net);
    net_pack(net);
    free(rows);
    assert_int_equal(policy_new(net, &policy_shape_small, &policy, &error), STATUS_BAD);
    return policy_new(net, &tiny, &policy, &error) == STATUS_OK ? 0 : -1;
}

static int free_policy(void **state)
{
    (void)state;
    policy_free(policy);
    net_free(net);
    return 0;
}

static void check_sharpened(size_t count, const float *before, float threshold, int quanta,
                            const float *after)
{
    float probability[8];
    memcpy(probability, before, count * sizeof *before);
    policy_sharpen(probability, count, threshold, quanta);
    for (size_t i = 0; i < count; i++)
        if (!(fabsf(probability[i] - after[i]) < 1e-6f) || signbit(probability[i])) /* -0 is refused */
            fail_msg("number %zu: %g, expected %g", i, (double)probability[i], (double)after[i]);
}

TEST(test_sharpen)
{
    check_sharpened(4, (float[]){0.5f, 0.25f, 0.23f, 0.02f}, 0, 0, (float[]){0.5f, 0.25f, 0.23f, 0.02f});
    check_sharpened(4, (float[]){0.5f, 0.25f, 0.23f, 0.02f}, 0.03f, 0,
                    (float[]){0.5f / 0.98f, 0.25f / 0.98f, 0.23f / 0.98f, 0});
    check_sharpened(3, (float[]){0.3f, 0.3f, 0.4f}, 0.5f, 0, (float[]){0.3f, 0.3f, 0.4f}); /* none is left */
    check_sharpened(3, (float[]){0.3f, 0.1f, 0.6f}, 0, 4, (float[]){0.25f, 0, 0.75f});
    check_sharpened(4, (float[]){0.25f, 0.25f, 0.25f, 0.25f}, 0, 16, (float[]){0.25f, 0.25f, 0.25f, 0.25f});
    check_sharpened(3, (float[]){0.34f, 0.33f, 0.33f}, 0, 16, (float[]){0.375f, 0.375f, 0.25f});
    check_sharpened(2, (float[]){1, 0}, 0.03f, 16, (float[]){1, 0});
    check_sharpened(3, (float[]){0.9f, 0.06f, 0.04f}, 0, 3, (float[]){1, 0, 0});
}

/* A set-up is one of the army; red's and blue's are drawn from the same policy. */
TEST(test_set_up)
{
    struct rng rng;
    struct error error;
    for (size_t i = 0; i < 3; i++) {
        const struct variant *variant = &variant_table[i];
        struct setup first, second, third;
        rng_seed(&rng, 1, i);
        policy_set_up(policy, &policy_steps_none, variant->count, &rng, &first);
        assert_int_equal(setup_check(&first, variant, &error), STATUS_OK);
        rng_seed(&rng, 1, i);
        policy_set_up(policy, &policy_steps_none, variant->count, &rng, &second);
        assert_memory_equal(&first, &second, sizeof first);
        policy_set_up(policy, &policy_steps_paper, variant->count, &rng, &third);
        assert_int_equal(setup_check(&third, variant, &error), STATUS_OK);
        assert_true(memcmp(&first, &third, sizeof first) != 0);
    }
}

/* Moves are legal, their probabilities sum to 1, and are those with which moves are drawn. */
static void check_moves(const struct view *view, const struct policy_steps *steps, struct rng *rng, int draws)
{
    struct move moves[MOVES_MAX], legal[MOVES_MAX];
    float probability[MOVES_MAX];
    double sum = 0;
    int count = policy_moves(policy, steps, view, moves, probability), hits[MOVES_MAX] = {0};
    assert_int_equal(count, board_moves(&view->board, legal));
    assert_memory_equal(moves, legal, (size_t)count * sizeof moves[0]);
    for (int i = 0; i < count; i++) {
        assert_true(probability[i] >= 0 && (steps->threshold > 0 || probability[i] > 0));
        sum += (double)probability[i];
    }
    assert_true(count == 0 || fabs(sum - 1) < 1e-4);
    for (int n = 0; n < draws && count; n++) {
        struct move drawn = policy_draw_move(policy, steps, view, rng);
        for (int i = 0; i < count; i++)
            hits[i] += move_equal(drawn, moves[i]);
    }
    for (int i = 0; i < count && draws; i++) {
        double expected = (double)probability[i] * draws;
        if (fabs(hits[i] - expected) > 5 * sqrt(expected) + 1)
            fail_msg("move %d: drawn %d times of %d, expected %g", i, hits[i], draws, expected);
    }
    float value = policy_value(policy, steps, view);
    assert_true(value == policy_value(policy, steps, view) && isfinite(value));
}

TEST(test_moves)
{
    struct rng rng;
    rng_seed(&rng, 2, 0);
    for (size_t i = 0; i < variant_count; i++) {
        struct placement start;
        struct position position;
        struct view view = {0};
        placement_random_start(&start, &variant_table[i], &rng);
        assert_int_equal(position_init(&position, &start, rules_find("deepnash"), NULL), STATUS_OK);
        for (int ply = 0; ply < 40 && position_outcome(&position).result == RESULT_OPEN; ply++) {
            view_free(&view);
            view_init(&view, &position, position.board.to_move);
            if (ply % 8 == 0)
                check_moves(&view, ply % 16 ? &policy_steps_paper : &policy_steps_none, &rng,
                            ply == 16 ? 300 : 0);
            struct move_with_ranks move = {MOVE_NONE, RANK_UNKNOWN, RANK_UNKNOWN};
            move.move = policy_draw_move(policy, &policy_steps_none, &view, &rng);
            assert_int_equal(position_play(&position, move, NULL, NULL), STATUS_OK);
        }
        view_free(&view);
        position_free(&position);
    }
}

/* With the largest weights that a file may have the logits overflow: setups and moves stay legal ones. */
TEST(test_overflow)
{
    struct rng rng;
    struct error error;
    struct setup setup;
    struct placement start;
    struct position position;
    struct view view = {0};
    float *kept = calloc(net->weights, sizeof *kept);
    memcpy(kept, net->weight, net->weights * sizeof *kept);
    for (size_t i = 0; i < net->weights; i++)
        net->weight[i] = WEIGHTS_VALUE_MAX;
    net_changed(net);
    rng_seed(&rng, 5, 0);
    policy_set_up(policy, &policy_steps_paper, variant_table[0].count, &rng, &setup);
    assert_int_equal(setup_check(&setup, &variant_table[0], &error), STATUS_OK);
    placement_random_start(&start, &variant_table[0], &rng);
    assert_int_equal(position_init(&position, &start, rules_find("deepnash"), NULL), STATUS_OK);
    view_init(&view, &position, RED);
    check_moves(&view, &policy_steps_none, &rng, 300);
    check_moves(&view, &policy_steps_paper, &rng, 0);
    assert_true(policy_value(policy, &policy_steps_none, &view) == 0); /* it overflowed indeed */
    view_free(&view);
    position_free(&position);
    memcpy(net->weight, kept, net->weights * sizeof *kept);
    net_changed(net);
    net_pack(net);
    free(kept);
}

/* Games that differ in hidden ranks alone: the same moves, the same probabilities to the bit. */
TEST(test_secrets)
{
    struct rng rng;
    int made = 0;
    rng_seed(&rng, 3, 0);
    for (int game = 0; game < 12; game++) {
        struct twins twins;
        struct view one = {0}, two = {0};
        struct move moves[2][MOVES_MAX];
        float probability[2][MOVES_MAX];
        if (!twins_make(&twins, (int)rng_below(&rng, 150), rules_find("deepnash"), &rng))
            continue;
        view_init(&one, &twins.one, twins.watcher);
        view_init(&two, &twins.two, twins.watcher);
        int count = policy_moves(policy, &policy_steps_paper, &one, moves[0], probability[0]);
        assert_int_equal(policy_moves(policy, &policy_steps_paper, &two, moves[1], probability[1]), count);
        assert_memory_equal(moves[0], moves[1], (size_t)count * sizeof moves[0][0]);
        assert_memory_equal(probability[0], probability[1], (size_t)count * sizeof probability[0][0]);
        assert_true(policy_value(policy, &policy_steps_paper, &one) ==
                    policy_value(policy, &policy_steps_paper, &two));
        view_free(&one);
        view_free(&two);
        twins_free(&twins);
        made++;
    }
    assert_true(made > 4);
}

TESTS_MAIN(load_policy, free_policy)
