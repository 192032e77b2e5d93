/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pyramid with four heads: its shapes and sizes, that each weight is used, and what each head can see. */
#include "base/memory.h"
#include "base/rng.h"
#include "cmocka_all.h"
#include "net/pass.h"
#include "policy/policy_net.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct net *new_net(const struct policy_shape *shape, struct policy_layers *layers)
{
    static struct net_row rows[POLICY_ROWS_MAX];
    struct error error;
    assert_int_equal(policy_net_write_rows(shape, rows, layers, &error), STATUS_OK);
    struct net *net = net_new(rows, layers->count, &error);
    if (!net)
        fail_msg("%s", error.text);
    return net;
}

/* The weights of a convolution. */
static size_t conv(size_t kernel, size_t from, size_t to)
{
    return (kernel * kernel * from + 1) * to;
}

/* Those of a block on the way down and of its mirror image, for channels before and after. */
static size_t blocks(size_t before, size_t channels, bool strided)
{
    size_t down = conv(3, before, channels / 2) + conv(3, channels / 2, channels);
    size_t up_to = strided ? before : channels, up_from = channels;
    size_t up = conv(3, up_from, up_to / 2) + conv(1, before, up_to / 2) + conv(3, up_to / 2, up_to);
    if (strided)
        return down + conv(1, before, channels) + up + conv(3, up_from, up_to);
    return down + (before != channels ? conv(1, before, channels) : 0) + up;
}

static size_t all_weights(const struct policy_shape *shape)
{
    size_t wide = (size_t)shape->outer_channels, deep = (size_t)shape->inner_channels;
    size_t torso = conv(3, 82, wide) + (size_t)shape->outer_blocks * blocks(wide, wide, false);
    size_t head = conv(3, wide, wide) + blocks(wide, wide, true) + conv(3, wide, 1);
    size_t outer = blocks(wide, wide, false);
    size_t strided = conv(3, wide, wide / 2) + conv(3, wide / 2, wide) + conv(1, wide, wide);
    size_t above = shape->inner_blocks ? deep : wide; /* channels from which the strided block goes up */
    strided += conv(3, above, wide / 2) + conv(1, wide, wide / 2) + conv(3, wide / 2, wide);
    strided += conv(3, above, wide);
    for (int i = 0; i < shape->inner_blocks; i++)
        torso += blocks(i ? deep : wide, deep, false);
    if (shape->direct)
        head += conv(3, 82, wide);
    return torso + strided + 4 * head + 3 * outer + 3 * conv(3, 11, wide) + conv(1, 100, 1);
}

TEST(test_sizes)
{
    static struct net_row rows[POLICY_ROWS_MAX];
    const struct policy_shape shapes[] = {
        policy_shape_small, policy_shape_paper, {0, 0, 2, 2}, {0, 2, 4, 8}, {2, 0, 8, 4}, {3, 3, 6, 6},
        {1, 1, 4, 6, true},
    };
    struct policy_layers layers;
    struct error error;
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        struct net *net = new_net(&shapes[i], &layers);
        assert_int_equal(net->weights, all_weights(&shapes[i]));
        for (enum policy_head head = 0; head < POLICY_HEADS; head++)
            assert_int_equal(net->layers[layers.head[head]].size, head == POLICY_VALUE ? 1 : 100);
        if (i == 0)
            assert_in_range(net->weights, 100000, 350000);
        net_free(net);
    }
    const struct policy_shape max = {POLICY_BLOCKS_MAX, POLICY_BLOCKS_MAX, 2, 4};
    net_free(new_net(&max, &layers));
    const struct policy_shape wrong[] = {
        {-1, 0, 2, 2}, {0, 17, 2, 2}, {0, 0, 3, 2}, {0, 0, 2, 0}, {0, 0, 5000, 2},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_int_equal(policy_net_write_rows(&wrong[i], rows, &layers, &error), STATUS_BAD);
}

/* A random input gives each weight a gradient from the heads together (a relu may close a few). */
TEST(test_each_weight_is_used)
{
    const struct policy_shape shape = {1, 1, 8, 12};
    struct policy_layers layers;
    struct rng rng;
    rng_seed(&rng, 3, 0);
    struct net *net = new_net(&shape, &layers);
    net_start(net, 7);
    struct net_pass *pass = net_pass_new(net, 4, NET_LEARN, NULL);
    float *gradient = memory_new(net->weights, sizeof *gradient);
    const int inputs[] = {layers.observation, layers.extra};
    for (int i = 0; i < 2; i++)
        for (size_t n = 0; n < 4 * net->layers[inputs[i]].size; n++)
            net_values(pass, inputs[i])[n] = (float)rng_below(&rng, 1000) / 1000;
    net_forward(pass, 4);
    for (enum policy_head head = 0; head < POLICY_HEADS; head++)
        for (size_t n = 0; n < 4 * net->layers[layers.head[head]].size; n++)
            net_gradients(pass, layers.head[head])[n] = (float)(n % 7) - 3;
    net_backward(pass, gradient);
    for (int i = 0; i < net->count; i++) {
        const struct net_layer *layer = &net->layers[i];
        size_t used = 0;
        for (size_t n = 0; n < layer->matrix; n++)
            used += gradient[layer->at + n] != 0;
        if (used * 3 < layer->matrix)
            fail_msg("layer %d: %zu of %zu weights are used", i, used, layer->matrix);
    }
    free(gradient);
    net_pass_free(pass);
    net_free(net);
}

/* A pass that wants one head gives the same values and gradients as one that computes all. */
TEST(test_one_head)
{
    struct policy_layers layers;
    struct net *net = new_net(&policy_shape_small, &layers);
    struct net_pass *all = net_pass_new(net, 1, NET_LEARN, NULL);
    struct net_pass *one = net_pass_new(net, 1, NET_LEARN, NULL);
    float *gradient = memory_new(2 * net->weights, sizeof *gradient), *second = gradient + net->weights;
    const int wanted[] = {layers.head[POLICY_TARGET], layers.head[POLICY_VALUE]};
    net_start(net, 8);
    net_pass_want(one, wanted, 2);
    for (int n = 0; n < OBSERVATION_CELLS; n += 5)
        net_values(all, layers.observation)[n] = net_values(one, layers.observation)[n] = 1;
    net_values(one, layers.head[POLICY_PLACE])[0] = 77;
    net_forward(all, 1);
    net_forward(one, 1);
    for (int i = 0; i < 2; i++) {
        size_t size = net->layers[wanted[i]].size;
        assert_memory_equal(net_values(all, wanted[i]), net_values(one, wanted[i]), size * sizeof(float));
        for (size_t n = 0; n < size; n++)
            net_gradients(all, wanted[i])[n] = net_gradients(one, wanted[i])[n] = 0.5f;
    }
    assert_true(net_values(one, layers.head[POLICY_PLACE])[0] == 77);
    net_backward(all, gradient);
    net_backward(one, second);
    assert_memory_equal(gradient, second, net->weights * sizeof *gradient);
    net_pass_want(one, NULL, 0);
    net_forward(one, 1);
    int place = layers.head[POLICY_PLACE];
    assert_memory_equal(net_values(all, place), net_values(one, place), SQUARES * sizeof(float));
    free(gradient);
    net_pass_free(all);
    net_pass_free(one);
    net_free(net);
}

TEST(test_extra)
{
    static float cell[OBSERVATION_CELLS], extra[POLICY_EXTRA_CELLS], expected[POLICY_EXTRA_CELLS];
    for (int square = 0; square < SQUARES; square++) {
        cell[square * OBSERVATION_PLANES + OBSERVATION_QUIET] = 0.25f;
        expected[square * POLICY_EXTRA_PLANES] = 0.25f;
    }
    cell[37 * OBSERVATION_PLANES + OBSERVATION_OWN + 3 /* miners */] = 1;
    policy_compute_extra(extra, cell);
    assert_memory_equal(extra, expected, sizeof extra);
    for (int square = 0; square < SQUARES; square++)
        cell[square * OBSERVATION_PLANES + OBSERVATION_TARGET] = 1;
    cell[37 * OBSERVATION_PLANES + OBSERVATION_SELECTED] = 1;
    expected[37 * POLICY_EXTRA_PLANES + 3] = 1; /* planes: the ratio, S, 2, 3 */
    policy_compute_extra(extra, cell);
    assert_memory_equal(extra, expected, sizeof extra);
    for (int square = 0; square < SQUARES; square++)
        cell[square * OBSERVATION_PLANES + OBSERVATION_SET_UP] = 1;
    memset(expected, 0, sizeof expected);
    policy_compute_extra(extra, cell);
    assert_memory_equal(extra, expected, sizeof extra);
}

/* The first policy is nearly uniform and the first value nearly 0, however deep the network is. */
TEST(test_start)
{
    static const struct policy_shape shapes[] = {
        {0, 0, 16, 16}, {1, 1, 32, 48}, {3, 4, 16, 24}, {0, 1, 24, 40, true},
    };
    float *cell = memory_new(OBSERVATION_CELLS, sizeof *cell);
    for (int square = 0; square < SQUARES; square++)
        for (int plane = square % 11; plane < OBSERVATION_PLANES; plane += 11)
            cell[square * OBSERVATION_PLANES + plane] = 1;
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        struct net_row *rows = memory_new(POLICY_ROWS_MAX, sizeof *rows);
        struct policy_layers layers;
        assert_int_equal(policy_net_write_rows(&shapes[i], rows, &layers, NULL), STATUS_OK);
        struct net *net = net_new(rows, layers.count, NULL);
        struct net_pass *pass = net_pass_new(net, 1, NET_INFER, NULL);
        net_start(net, 1);
        net_pass_read(pass, layers.observation, cell);
        net_forward(pass, 1);
        for (enum policy_head head = POLICY_PLACE; head < POLICY_VALUE; head++) {
            double sum = 0;
            for (int square = 0; square < SQUARES; square++)
                sum += pow((double)net_values(pass, layers.head[head])[square], 2);
            if (!(sum > 0 && sqrt(sum / SQUARES) < 0.5))
                fail_msg("head %d of shape %zu: logits of size %g", (int)head, i, sqrt(sum / SQUARES));
        }
        assert_true(fabs((double)net_values(pass, layers.head[POLICY_VALUE])[0]) < 0.3);
        net_pass_free(pass);
        net_free(net);
        free(rows);
    }
    free(cell);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_start),
        cmocka_unit_test(test_each_weight_is_used),
        cmocka_unit_test(test_one_head),
        cmocka_unit_test(test_extra),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
