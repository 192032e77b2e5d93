/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Networks: each layer against a slow form, its gradients against finite differences of that form, matrix
 * products against scalar loops to the last bit, softmax and Adam against their formulas. */
#include "base/digest.h"
#include "base/memory.h"
#include "base/rng.h"
#include "cmocka_all.h"
#include "net/adam.h"
#include "net/bag_sums.h"
#include "net/blas.h"
#include "net/exponential.h"
#include "net/pass.h"
#include "net/softmax.h"
#include "net_slow.h"
#include "softmax_slopes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 3 };

static float *random_floats(struct rng *rng, size_t count)
{
    float *values = memory_new(count + 1, sizeof *values);
    for (size_t i = 0; i < count; i++)
        values[i] = (float)(2 * rng_unit(rng) - 1);
    return values;
}

/* --- products --- */

static void add_slowly(size_t m, size_t n, size_t k, struct net_matrix a, struct net_matrix b, float *c,
                       size_t c_row)
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < n; j++)
            for (size_t t = 0; t < k; t++)
                c[i * c_row + j] += a.at[i * a.row + t * a.column] * b.at[t * b.row + j * b.column];
}

/* One size with all layouts and vectors: the bits of the scalar loop; and within rounding, the library's
 * result. */
static void check_product(struct rng *rng, size_t m, size_t n, size_t k, const struct blas *blas)
{
    float *a = random_floats(rng, m * k), *b = random_floats(rng, k * n), *c = random_floats(rng, m * (n +
                                                                                                       3));
    float *expected = memory_new(m * (n + 3), sizeof *c), *found = memory_new(m * (n + 3), sizeof *c);
    size_t size = m * (n + 3) * sizeof *c;
    for (int layout = 0; layout < 4; layout++) {
        struct net_matrix left = layout & 1 ? (struct net_matrix){a, 1, m} : (struct net_matrix){a, k, 1};
        struct net_matrix right = layout & 2 ? (struct net_matrix){b, 1, k} : (struct net_matrix){b, n, 1};
        struct product_panels panels;
        product_pack(right, k, n, &panels);
        memcpy(expected, c, size);
        add_slowly(m, n, k, left, right, expected, n + 3);
        for (int lanes = 1; lanes <= 8; lanes += lanes < 4 ? 3 : 4) { /* 1, 4, 8 */
            struct product product = {.lanes = lanes};
            memcpy(found, c, size);
            product_add(&product, m, n, k, left, right, found, n + 3);
            assert_memory_equal(found, expected, size);
            memcpy(found, c, size);
            product_add_packed(&product, m, left, &panels, found, n + 3);
            assert_memory_equal(found, expected, size);
            product_free(&product);
        }
        struct product product = {.blas = blas};
        memcpy(found, c, size);
        product_add(&product, m, n, k, left, right, found, n + 3);
        for (size_t i = 0; i < m * (n + 3); i++)
            assert_float_equal(found[i], expected[i], 1e-4);
        product_free(&product);
        product_panels_free(&panels);
    }
    free(a);
    free(b);
    free(c);
    free(expected);
    free(found);
}

TEST(products_are_scalar_sums)
{
    static const size_t sizes[][3] = {{1, 1, 1},   {1, 64, 7},   {1, 100, 300}, {2, 15, 9},    {5, 16, 257},
                                      {6, 17, 33}, {7, 48, 512}, {13, 31, 1},   {12, 130, 20}, {1, 33, 600}};
    const struct blas *blas = blas_open(NULL); /* NULL where it is not installed: our own once more */
    struct rng rng;
    rng_seed(&rng, 1, 0);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        check_product(&rng, sizes[i][0], sizes[i][1], sizes[i][2], blas);
    blas_close(blas);
}

/* --- layers --- */

/* The loss of a network: a random weight for each value of the last layer of each sample. */
struct layer_trial {
    struct net *net;
    struct net_pass *pass;
    float *loss;                 /* SAMPLES x size of the last layer */
    double *weight, **values;    /* for the slow form */
};

static void fill_input(struct net_pass *pass, const struct net *net, int layer, struct rng *rng)
{
    float *values = net_values(pass, layer);
    for (size_t i = 0; i < SAMPLES * net->layers[layer].size; i++)
        values[i] = (float)(4 * rng_unit(rng) - 2);
}

static void begin_trial(struct layer_trial *trial, const struct net_row *rows, int count, struct rng *rng)
{
    struct error error = {0};
    struct net *net = net_new(rows, count, &error);
    if (!net)
        fail_msg("%s", error.text);
    net_start(net, 7);
    for (size_t i = 0; i < net->weights; i++)
        net->weight[i] += (float)(0.2 * rng_unit(rng) - 0.1);
    *trial = (struct layer_trial){.net = net, .pass = net_pass_new(net, SAMPLES, NET_LEARN_INPUTS, NULL)};
    trial->loss = random_floats(rng, SAMPLES * net->layers[count - 1].size);
    trial->weight = memory_new(net->weights + 1, sizeof *trial->weight);
    trial->values = memory_new((size_t)count, sizeof *trial->values);
    for (int i = 0; i < count; i++) {
        trial->values[i] = memory_new(net->layers[i].size, sizeof(double));
        if (net->layers[i].row.kind == NET_INPUT)
            fill_input(trial->pass, net, i, rng);
    }
    for (size_t i = 0; i < net->weights; i++)
        trial->weight[i] = (double)net->weight[i];
}

static void end_trial(struct layer_trial *trial)
{
    for (int i = 0; i < trial->net->count; i++)
        free(trial->values[i]);
    free(trial->values);
    free(trial->weight);
    free(trial->loss);
    net_pass_free(trial->pass);
    net_free(trial->net);
}

static void load_sample(struct layer_trial *trial, size_t sample)
{
    for (int i = 0; i < trial->net->count; i++) {
        const struct net_layer *layer = &trial->net->layers[i];
        for (size_t k = 0; k < layer->size && layer->row.kind == NET_INPUT; k++)
            trial->values[i][k] = (double)net_values(trial->pass, i)[sample * layer->size + k];
    }
}

/* The loss of one sample by the slow form, its inputs being loaded. */
static double slow_loss(struct layer_trial *trial, size_t sample)
{
    int last = trial->net->count - 1;
    size_t size = trial->net->layers[last].size;
    double sum = 0;
    net_slow_forward(trial->net, trial->weight, trial->values);
    for (size_t i = 0; i < size; i++)
        sum += (double)trial->loss[sample * size + i] * trial->values[last][i];
    return sum;
}

/* By how much the loss rises with *number, by central differences. */
static double slope(struct layer_trial *trial, size_t sample, double *number)
{
    const double step = 1e-5, kept = *number;
    *number = kept + step;
    double above = slow_loss(trial, sample);
    *number = kept - step;
    double below = slow_loss(trial, sample);
    *number = kept;
    return (above - below) / (2 * step);
}

static void assert_near(double found, double expected, const char *what, size_t index)
{
    if (!(fabs(found - expected) <= 2e-4 * (1 + fabs(expected))))
        fail_msg("%s %zu: %.9g, expected %.9g", what, index, found, expected);
}

static void check_values(struct layer_trial *trial)
{
    for (size_t sample = 0; sample < SAMPLES; sample++) {
        load_sample(trial, sample);
        slow_loss(trial, sample);
        for (int i = 0; i < trial->net->count; i++) {
            size_t size = trial->net->layers[i].size;
            for (size_t k = 0; k < size; k++)
                assert_near((double)net_values(trial->pass, i)[sample * size + k], trial->values[i][k],
                            "value", k);
        }
    }
}

/* Each network of the list: values, then the gradients of weights and inputs. */
static void check_gradients(struct layer_trial *trial)
{
    struct net *net = trial->net;
    int last = net->count - 1;
    float *gradient = memory_new(net->weights + 1, sizeof *gradient);
    memcpy(net_gradients(trial->pass, last), trial->loss, SAMPLES * net->layers[last].size * sizeof(float));
    net_backward(trial->pass, gradient);
    for (size_t i = 0; i < net->weights; i++) {
        double sum = 0;
        for (size_t sample = 0; sample < SAMPLES; sample++) {
            load_sample(trial, sample);
            sum += slope(trial, sample, &trial->weight[i]);
        }
        assert_near((double)gradient[i], sum, "weight", i);
    }
    for (int layer = 0; layer < net->count && net->layers[layer].row.kind == NET_INPUT; layer++) {
        if (net->count > 1 && net->layers[last].row.kind == NET_EMBEDDING)
            break;
        for (size_t i = 0; i < SAMPLES * net->layers[layer].size; i++) {
            size_t size = net->layers[layer].size;
            load_sample(trial, i / size);
            double expected = slope(trial, i / size, &trial->values[layer][i % size]);
            assert_near((double)net_gradients(trial->pass, layer)[i], expected, "input", i);
        }
    }
    free(gradient);
}

#define BOARD(channels_) {.kind = NET_INPUT, .height = 5, .width = 4, .channels = channels_}

static const struct {
    int count;
    struct net_row rows[8];
} trials[] = {
    {2, {{.kind = NET_INPUT, .channels = 7}, {.kind = NET_DENSE, .channels = 5}}},
    {2, {BOARD(3), {.kind = NET_DENSE, .channels = 18}}},
    {2, {BOARD(3), {.kind = NET_CONV, .channels = 4}}},
    {2, {BOARD(3), {.kind = NET_CONV, .channels = 4, .stride = 2}}},
    {2, {BOARD(3), {.kind = NET_CONV, .channels = 4, .kernel = 1}}},
    {2, {BOARD(3), {.kind = NET_CONV, .channels = 4, .kernel = 1, .stride = 2}}},
    {2, {BOARD(3), {.kind = NET_DECONV, .channels = 2}}},
    {3, {BOARD(2), BOARD(2), {.kind = NET_ADD, .from = 0, .also = 1}}},
    {2, {BOARD(6), {.kind = NET_NORM}}},
    {2, {BOARD(2), {.kind = NET_RELU}}},
    {2, {BOARD(2), {.kind = NET_GELU}}},
    {2, {BOARD(1), {.kind = NET_EMBEDDING, .channels = 3, .entries = 2}}},
    {8, {BOARD(3), /* a residual block, and a head that reads what came before it too */
         {.kind = NET_CONV, .from = 0, .channels = 4},
         {.kind = NET_NORM, .from = 1},
         {.kind = NET_GELU, .from = 2},
         {.kind = NET_CONV, .from = 3, .channels = 4},
         {.kind = NET_ADD, .from = 1, .also = 4},
         {.kind = NET_RELU, .from = 5},
         {.kind = NET_DENSE, .from = 6, .channels = 3}}},
    {3, {BOARD(2), BOARD(2), {.kind = NET_MULTIPLY, .from = 0, .also = 1}}},
    {2, {{.kind = NET_INPUT, .channels = 7}, {.kind = NET_BAG, .channels = 18, .entries = 2}}},
    {2, {BOARD(3), {.kind = NET_SPARSE, .channels = 19}}},
    {8, {{.kind = NET_INPUT, .channels = 7}, /* a hidden layer with dropout, and connections past it */
         {.kind = NET_INPUT, .channels = 21},
         {.kind = NET_BAG, .from = 0, .channels = 21, .entries = 2},
         {.kind = NET_RELU, .from = 2},
         {.kind = NET_MULTIPLY, .from = 3, .also = 1},
         {.kind = NET_SPARSE, .from = 4, .channels = 18},
         {.kind = NET_BAG, .from = 0, .channels = 18, .entries = 2},
         {.kind = NET_ADD, .from = 6, .also = 5}}},
};

TEST(layers_are_as_defined)
{
    struct rng rng;
    rng_seed(&rng, 2, 0);
    for (size_t i = 0; i < sizeof trials / sizeof *trials; i++) {
        struct layer_trial trial;
        begin_trial(&trial, trials[i].rows, trials[i].count, &rng);
        net_forward(trial.pass, SAMPLES);
        check_values(&trial);
        check_gradients(&trial);
        end_trial(&trial);
    }
}

/* Packed or not, with any vectors, alone or in a batch: the same bits. */
TEST(outputs_are_the_same_bits)
{
    struct rng rng;
    rng_seed(&rng, 3, 0);
    for (size_t i = 0; i < sizeof trials / sizeof *trials; i++) {
        struct layer_trial trial;
        begin_trial(&trial, trials[i].rows, trials[i].count, &rng);
        int last = trial.net->count - 1;
        size_t size = trial.net->layers[last].size;
        struct net_pass *alone = net_pass_new(trial.net, 1, NET_INFER, NULL);
        net_pass_lanes(trial.pass, 4);
        net_forward(trial.pass, SAMPLES);
        net_pack(trial.net);
        for (size_t sample = 0; sample < SAMPLES; sample++) {
            for (int layer = 0; layer < trial.net->count; layer++) {
                size_t inputs = trial.net->layers[layer].size;
                if (trial.net->layers[layer].row.kind == NET_INPUT)
                    memcpy(net_values(alone, layer), net_values(trial.pass, layer) + sample * inputs,
                           inputs * sizeof(float));
            }
            for (int lanes = 0; lanes < 2; lanes++) { /* the widest, then plain loops */
                net_pass_lanes(alone, lanes);
                net_forward(alone, 1);
                assert_memory_equal(net_values(alone, last), net_values(trial.pass, last) + sample * size,
                                    size * sizeof(float));
            }
        }
        net_pass_free(alone);
        end_trial(&trial);
    }
}

static float *gradient_of(struct layer_trial *trial, struct net_pass **passes, size_t first, size_t count)
{
    int last = trial->net->count - 1;
    float *gradient = memory_new(trial->net->weights + 1, sizeof *gradient);
    for (size_t p = 0; p < count; p++) { /* so many passes share the samples */
        size_t samples = count == 1 ? SAMPLES : p ? SAMPLES - first : first, from = p * first;
        for (int layer = 0; layer < trial->net->count; layer++) {
            size_t size = trial->net->layers[layer].size;
            if (trial->net->layers[layer].row.kind == NET_INPUT)
                memcpy(net_values(passes[p], layer), net_values(trial->pass, layer) + from * size,
                       samples * size * sizeof(float));
        }
        size_t size = trial->net->layers[last].size;
        net_forward(passes[p], samples);
        if (net_gradients(passes[p], last))
            memcpy(net_gradients(passes[p], last), trial->loss + from * size, samples * size * sizeof(float));
        net_backward_values(passes[p]);
    }
    struct net_part *parts = memory_new(net_parts(trial->net, NULL) + 1, sizeof *parts);
    for (size_t i = net_parts(trial->net, parts); i-- > 0;)
        for (size_t p = 0; p < count; p++)
            net_backward_part(passes[p], &parts[i], gradient);
    free(parts);
    return gradient;
}

/* The gradients of weights by slices of the batch, in parts in any order, where zeros are left out and where
 * they are not: the bits of one backward pass that multiplies all by plain loops. */
TEST(parts_are_the_same_bits)
{
    struct rng rng;
    rng_seed(&rng, 5, 0);
    for (size_t i = 0; i < sizeof trials / sizeof *trials; i++) {
        struct layer_trial trial;
        begin_trial(&trial, trials[i].rows, trials[i].count, &rng);
        struct net *net = trial.net;
        float *expected = memory_new(net->weights + 1, sizeof *expected);
        int last = net->count - 1;
        net_pass_lanes(trial.pass, 1);
        net_forward(trial.pass, SAMPLES);
        memcpy(net_gradients(trial.pass, last), trial.loss, SAMPLES * net->layers[last].size * sizeof(float));
        net_backward(trial.pass, expected);
        for (int use = NET_LEARN; use <= NET_LEARN_INPUTS; use++) {
            struct net_pass *passes[] = {net_pass_new(net, SAMPLES, (enum net_use)use, NULL),
                                         net_pass_new(net, SAMPLES, (enum net_use)use, NULL)};
            for (size_t first = 1; first <= SAMPLES; first++) {
                float *found = gradient_of(&trial, passes, first, first < SAMPLES ? 2 : 1);
                assert_memory_equal(found, expected, net->weights * sizeof *found);
                free(found);
            }
            net_pass_free(passes[0]);
            net_pass_free(passes[1]);
        }
        free(expected);
        end_trial(&trial);
    }
}

/* The parts are all weights, each once, and none is large. */
TEST(parts_are_the_weights)
{
    static const struct net_row rows[] = {{.kind = NET_INPUT, .channels = 40},
                                          {.kind = NET_BAG, .from = 0, .channels = 512, .entries = 520},
                                          {.kind = NET_NORM, .from = 1},
                                          {.kind = NET_RELU, .from = 2},
                                          {.kind = NET_SPARSE, .from = 3, .channels = 480},
                                          {.kind = NET_DENSE, .from = 4, .channels = 3}};
    struct net *net = net_new(rows, 6, NULL);
    struct net_part parts[100];
    size_t count = net_parts(net, parts), at = 0;
    assert_in_range(count, 10, 30);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(parts[i].at, at);
        assert_in_range(parts[i].count, 1, 34000);
        at += parts[i].count;
    }
    assert_int_equal(at, net->weights);
    net_free(net);
}

/* The answers of all layers, and of softmax, by a network of this seed: the same bits with every compiler and
 * machine. Who changes the arithmetic puts the new number here. */
TEST(outputs_are_those_of_other_machines)
{
    struct rng rng;
    struct text all = {0};
    rng_seed(&rng, 4, 0);
    for (size_t i = 0; i < sizeof trials / sizeof *trials; i++) {
        struct layer_trial trial;
        float probability[200];
        begin_trial(&trial, trials[i].rows, trials[i].count, &rng);
        int last = trial.net->count - 1;
        size_t size = trial.net->layers[last].size;
        net_forward(trial.pass, SAMPLES);
        text_append(&all, (const char *)net_values(trial.pass, last), SAMPLES * size * sizeof(float));
        softmax(net_values(trial.pass, last), NULL, size, probability, NULL);
        text_append(&all, (const char *)probability, size * sizeof(float));
        end_trial(&trial);
    }
    /* The digest is of bytes in this order. */
    if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
        assert_int_equal(digest(all.bytes, all.size), UINT64_C(0x4cc6913625ba02ae));
    text_free(&all);
}

TEST(rows_are_checked)
{
    static const struct {
        int count;
        struct net_row rows[3];
        const char *why;
    } bad[] = {
        {0, {{0}}, "found number of layers 0, "},
        {1, {{.kind = NET_DENSE, .channels = 3}}, "layer 0: found dense, expected an input first"},
        {1, {{.kind = NET_INPUT}}, "layer 0: an input without channels"},
        {1, {{.kind = NET_KINDS}}, "layer 0: found kind 12, expected 0 .. 11"},
        {1, {{.kind = NET_INPUT, .height = 65, .channels = 1}}, "layer 0: found height 65, "},
        {1, {{.kind = NET_INPUT, .height = 64, .width = 64, .channels = 65536}},
         "layer 0: found 268435456 values"},
        {2, {BOARD(1), {.kind = NET_DENSE, .from = 1, .channels = 3}},
         "layer 1: found from 1, expected 0 .. 0"},
        {2, {BOARD(1), {.kind = NET_CONV, .kernel = 2, .channels = 3}},
         "layer 1: found a convolution of kernel 2"},
        {2, {BOARD(2), {.kind = NET_EMBEDDING, .channels = 3, .entries = 2}},
         "layer 1: found an embedding of 2"},
        {3, {BOARD(2), BOARD(3), {.kind = NET_ADD, .also = 1}}, "layer 2: found 5x4x2 and 5x4x3, "},
        {2, {BOARD(1), {.kind = NET_DECONV, .stride = 1, .channels = 1}},
         "layer 1: found a deconvolution of kernel 3"},
        {2, {BOARD(1), {.kind = NET_BAG, .channels = 3}}, "layer 1: found a bag of 0 entries to 3 channels"},
        {3, {BOARD(1), {.kind = NET_RELU}, {.kind = NET_BAG, .from = 1, .channels = 3, .entries = 2}},
         "layer 2: found a bag of 2 entries to 3 channels, from relu, "},
        {2, {BOARD(1), {.kind = NET_SPARSE}}, "layer 1: a sparse layer without channels"},
        {3, {BOARD(2), BOARD(3), {.kind = NET_MULTIPLY, .also = 1}}, "layer 2: found 5x4x2 and 5x4x3, "},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct error error = {0};
        assert_null(net_new(bad[i].rows, bad[i].count, &error));
        if (error.status != STATUS_BAD || strncmp(error.text, bad[i].why, strlen(bad[i].why)) != 0)
            fail_msg("\"%s\", expected \"%s\"", error.text, bad[i].why);
    }
}

/* Forward two for each weight of a product; backward twice as many, but not for the gradient of inputs. */
TEST(operations_are_counted)
{
    static const struct net_row rows[] = {
        {.kind = NET_INPUT, .height = 4, .width = 4, .channels = 2},
        {.kind = NET_CONV, .channels = 3},
        {.kind = NET_RELU, .from = 1},
        {.kind = NET_DENSE, .from = 2, .channels = 5},
    };
    struct error error;
    struct net *net = net_new(rows, 4, &error);
    double conv = 2.0 * 16 * (9 * 2 * 3), dense = 2.0 * (16 * 3) * 5;
    assert_non_null(net);
    assert_true(net_operations(net) == conv + dense);
    assert_true(net_backward_operations(net) == conv + 2 * dense);
    net_free(net);
}

/* --- functions --- */

TEST(exponentials_are_near)
{
    for (double x = -86.9; x < 87.9; x += 0.0173) {
        assert_true(fabs((double)net_exp((float)x) / exp((double)(float)x) - 1) < 3e-7);
        float power = net_exp((float)x);
        assert_true(fabs((double)net_log(power) - log((double)power)) < 2e-7 * (1 + fabs(x)));
    }
    for (size_t n = 1; n <= 2000; n++)
        assert_true(fabs(net_log_whole(n) - log((double)n)) <= 1e-15 * log((double)n));
    assert_true(net_log_whole(1) == 0 && net_log_whole(3) == 0x1.193ea7aad030bp+0); /* correctly rounded */
    assert_true(net_log_whole(7) == 0x1.f2272ae325a57p+0 && net_log_whole(99) == 0x1.2616719161d2bp+2);
    assert_true(net_exp(-1e9f) == net_exp(-87) && net_exp(1e9f) == net_exp(88));
    assert_float_equal(net_logistic(0), 0.5f, 0);
}

TEST(softmax_is_of_legal_choices)
{
    static const uint8_t legal[] = {1, 0, 1, 1, 0};
    const float logit[] = {1, 100, -2, 0.5f, 7}, target[] = {0.25f, 0, 0.75f, 0, 0};
    float p[5], log_p[5], from_loss[5] = {0}, from_probability[5] = {0}, slope_of[5] = {0};
    double sum = exp(1.0) + exp(-2.0) + exp(0.5);
    softmax(logit, legal, 5, p, log_p);
    for (int i = 0; i < 5; i++) {
        double expected = legal[i] ? (double)logit[i] - log(sum) : 0;
        assert_float_equal(log_p[i], expected, 1e-6);
        expected = legal[i] ? exp(expected) : 0;
        assert_float_equal(p[i], expected, 1e-6);
    }
    /* The gradient of the cross-entropy, by itself and through the probabilities. */
    float loss = softmax_loss(logit, legal, target, 5, 2, from_loss);
    const double expected_loss = log(sum) - 0.25 + 1.5;
    assert_float_equal(loss, expected_loss, 1e-6);
    for (int i = 0; i < 5; i++)
        slope_of[i] = legal[i] ? -2 * target[i] / p[i] : 1000;
    softmax_back(p, slope_of, 5, from_probability);
    for (int i = 0; i < 5; i++) {
        assert_float_equal(from_loss[i], 2 * (p[i] - target[i]), 1e-6);
        assert_float_equal(from_probability[i], from_loss[i], 1e-5);
    }
    softmax(logit, NULL, 1, p, NULL);
    assert_float_equal(p[0], 1, 1e-6);
}

/* Three steps of Adam, with everything switched on, against the formulas in doubles. */
static void check_adam(bool inner)
{
    static const struct net_row rows[] = {{.kind = NET_INPUT, .channels = 2}, {.kind = NET_DENSE, .channels =
                                                                               1}};
    const struct adam_options options = {.rate = 0.1, .beta1 = 0.8, .beta2 = 0.95, .epsilon = 1e-3,
                                         .inner = inner, .clip_value = 0.6, .clip_norm = 1, .decay = 0.5};
    static const double gradients[3][3] = {{0.3, -0.2, 0.1}, {3, 1, -4}, {0, 0.9, 0.2}};
    struct net *net = net_new(rows, 2, NULL);
    struct adam *adam = adam_new(net->weights, &options);
    double w[3] = {1, -2, 0.5}, m[3] = {0}, s[3] = {0};
    assert_int_equal(net->weights, 3);
    for (int i = 0; i < 3; i++)
        net->weight[i] = (float)w[i];
    for (int step = 1; step <= 3; step++) {
        float given[3];
        double norm = sqrt(pow(gradients[step - 1][0], 2) + pow(gradients[step - 1][1], 2) +
                           pow(gradients[step - 1][2], 2));
        for (int i = 0; i < 3; i++)
            given[i] = (float)gradients[step - 1][i];
        assert_float_equal(adam_step(adam, net, given), norm, 1e-6);
        for (int i = 0; i < 3; i++) {
            double g = gradients[step - 1][i] / (norm > 1 ? norm : 1);
            g = fmax(-0.6, fmin(0.6, g));
            m[i] = 0.8 * m[i] + 0.2 * g;
            s[i] = 0.95 * s[i] + 0.05 * g * g;
            w[i] *= 1 - 0.1 * 0.5;
            double mean = m[i] / (1 - pow(0.8, step)), share = 1 - pow(0.95, step);
            w[i] -= 0.1 * mean / (inner ? sqrt((s[i] + 1e-3) / share) : sqrt(s[i] / share) + 1e-3);
            assert_float_equal(net->weight[i], w[i], 1e-5);
        }
    }
    adam_free(adam);
    net_free(net);
}

TEST(adam_is_as_published)
{
    check_adam(false);
    check_adam(true);
}

/* Steps in parts, which need not be whole vectors, give the bits of whole ones; a part touches no other. */
TEST(adam_steps_in_parts)
{
    static const struct net_row rows[] = {{.kind = NET_INPUT, .channels = 6},
                                          {.kind = NET_DENSE, .channels = 3}};
    static const size_t ends[] = {0, 1, 6, 13, 21};
    struct rng rng;
    rng_seed(&rng, 6, 0);
    for (int inner = 0; inner < 2; inner++) {
        struct adam_options options = adam_defaults;
        options.inner = inner;
        struct net *nets[] = {net_new(rows, 2, NULL), net_new(rows, 2, NULL)};
        struct adam *adams[] = {adam_new(21, &options), adam_new(21, &options)};
        for (int step = 0; step < 3; step++) {
            float *gradient = random_floats(&rng, 21);
            adam_begin(adams[1]);
            for (int part = 3; part >= 0; part--)
                adam_step_part(adams[1], nets[1], gradient, ends[part], ends[part + 1] - ends[part]);
            adam_step(adams[0], nets[0], gradient);
            assert_memory_equal(nets[0]->weight, nets[1]->weight, 21 * sizeof(float));
            free(gradient);
        }
        for (int i = 0; i < 2; i++) {
            net_free(nets[i]);
            adam_free(adams[i]);
        }
    }
}

/* A small network learns exclusive or, and the same seed gives the same weights; with the library too. */
static void check_learning(const struct blas *blas)
{
    static const struct net_row rows[] = {{.kind = NET_INPUT, .channels = 2},
                                          {.kind = NET_DENSE, .from = 0, .channels = 16},
                                          {.kind = NET_GELU, .from = 1},
                                          {.kind = NET_DENSE, .from = 2, .channels = 2}};
    struct adam_options options = adam_defaults;
    struct net *nets[2];
    options.rate = 0.02;
    for (int run = 0; run < 2; run++) {
        struct net *net = nets[run] = net_new(rows, 4, NULL);
        struct net_pass *pass = net_pass_new(net, 4, NET_LEARN, blas);
        struct adam *adam = adam_new(net->weights, &options);
        float *gradient = memory_new(net->weights, sizeof *gradient), loss = 0;
        net_start(net, 5);
        for (int step = 0; step < 300; step++) {
            loss = 0;
            for (int i = 0; i < 4; i++) {
                net_values(pass, 0)[2 * i] = (float)(i & 1);
                net_values(pass, 0)[2 * i + 1] = (float)(i >> 1);
            }
            net_forward(pass, 4);
            for (int i = 0; i < 4; i++) {
                float target[2] = {0};
                target[(i & 1) ^ (i >> 1)] = 1;
                loss += softmax_loss(net_values(pass, 3) + 2 * i, NULL, target, 2, 0.25f,
                                     net_gradients(pass, 3) + 2 * i);
            }
            memset(gradient, 0, net->weights * sizeof *gradient);
            net_backward(pass, gradient);
            adam_step(adam, net, gradient);
        }
        assert_true(loss / 4 < 0.02f);
        free(gradient);
        adam_free(adam);
        net_pass_free(pass);
    }
    assert_memory_equal(nets[0]->weight, nets[1]->weight, nets[0]->weights * sizeof(float));
    /* A blend of 1 is a copy. */
    net_start(nets[0], 6);
    net_blend(nets[0], nets[1], 1);
    assert_memory_equal(nets[0]->weight, nets[1]->weight, nets[0]->weights * sizeof(float));
    net_free(nets[0]);
    net_free(nets[1]);
}

TEST(networks_learn)
{
    const struct blas *blas = blas_open(NULL);
    check_learning(NULL);
    check_learning(blas);
    blas_close(blas);
}

/* A mostly empty input: the bits, of values and of weights' gradients, of the pass that multiplies all. That
 * is the one which wants the gradients of inputs. */
TEST(empty_inputs_are_skipped)
{
    enum { HEIGHT = 5, WIDTH = 4, PLANES = 19, BATCH = 3, SIZE = HEIGHT * WIDTH * PLANES };
    static const int channels[] = {1, 7, 16, 43};
    struct rng rng;
    rng_seed(&rng, 3, 0);
    for (size_t c = 0; c < sizeof channels / sizeof channels[0]; c++) {
        const struct net_row rows[] = {
            {.kind = NET_INPUT, .height = HEIGHT, .width = WIDTH, .channels = PLANES},
            {.kind = NET_CONV, .from = 0, .channels = channels[c]},
        };
        struct net *net = net_new(rows, 2, NULL);
        struct net_pass *passes[] = {net_pass_new(net, BATCH, NET_LEARN, NULL),
                                     net_pass_new(net, BATCH, NET_LEARN_INPUTS, NULL)};
        float *shared = memory_new(BATCH * SIZE, sizeof *shared), *gradients[2];
        size_t outputs = (size_t)BATCH * HEIGHT * WIDTH * (size_t)channels[c];
        net_start(net, 1);
        for (size_t i = 0; i < (size_t)channels[c]; i++)
            net->weight[net->layers[1].at + net->layers[1].matrix + i] = (float)rng_unit(&rng);
        for (int i = 0; i < BATCH * SIZE; i++)
            shared[i] = rng_below(&rng, 12) ? 0 : (float)(2 * rng_unit(&rng) - 1);
        float *loss = random_floats(&rng, outputs);
        for (int p = 0; p < 2; p++) {
            net_pass_read(passes[p], 0, shared);
            net_forward(passes[p], BATCH);
            memcpy(net_gradients(passes[p], 1), loss, outputs * sizeof *loss);
            gradients[p] = memory_new(net->weights, sizeof *gradients[p]);
            net_backward(passes[p], gradients[p]);
        }
        assert_memory_equal(net_values(passes[0], 1), net_values(passes[1], 1), outputs * sizeof *loss);
        assert_memory_equal(gradients[0], gradients[1], net->weights * sizeof **gradients);
        assert_true(gradients[0][0] != 0);
        for (int p = 0; p < 2; p++) {
            net_pass_free(passes[p]);
            free(gradients[p]);
        }
        free(loss);
        free(shared);
        net_free(net);
    }
}

/* Sums that follow changes of indices are those of a pass that sees the indices at the end. */
TEST(sums_follow_changes)
{
    enum { PLACES = 5, ENTRIES = 9, HIDDEN = 22, OUTPUTS = 13 };
    static const struct net_row rows[] = {
        {.kind = NET_INPUT, .channels = PLACES},
        {.kind = NET_BAG, .from = 0, .channels = HIDDEN, .entries = ENTRIES},
        {.kind = NET_RELU, .from = 1},
        {.kind = NET_SPARSE, .from = 2, .channels = OUTPUTS},
        {.kind = NET_BAG, .from = 0, .channels = OUTPUTS, .entries = ENTRIES},
        {.kind = NET_ADD, .from = 4, .also = 3},
    };
    struct net *net = net_new(rows, 6, NULL);
    struct net_pass *pass = net_pass_new(net, 1, NET_INFER, NULL);
    float hidden[HIDDEN], output[OUTPUTS], answer[OUTPUTS];
    int index[PLACES];
    struct rng rng;
    rng_seed(&rng, 8, 0);
    for (size_t i = 0; i < net->weights; i++)
        net->weight[i] = (float)(2 * rng_unit(&rng) - 1);
    bag_sums_start(net, 1, hidden);
    bag_sums_start(net, 4, output);
    for (int place = 0; place < PLACES; place++)
        index[place] = -1;
    for (int change = 0; change < 60; change++) {
        int place = (int)rng_below(&rng, PLACES), to = (int)rng_below(&rng, ENTRIES + 1) - 1;
        bag_sums_prefetch(net, 1, to);
        bag_sums_change(net, 1, hidden, index[place], to);
        bag_sums_change(net, 4, output, index[place], to);
        index[place] = to;
        for (int i = 0; i < PLACES; i++)
            net_values(pass, 0)[i] = (float)index[i];
        net_forward(pass, 1);
        memcpy(answer, output, sizeof answer);
        bag_sums_add_positive(net, 3, hidden, answer);
        for (int i = 0; i < OUTPUTS; i++)
            assert_float_equal(answer[i], net_values(pass, 5)[i], 2e-5);
    }
    net_pass_free(pass);
    net_free(net);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_are_scalar_sums), cmocka_unit_test(layers_are_as_defined),
        cmocka_unit_test(outputs_are_the_same_bits), cmocka_unit_test(outputs_are_those_of_other_machines),
        cmocka_unit_test(parts_are_the_same_bits), cmocka_unit_test(parts_are_the_weights),
        cmocka_unit_test(rows_are_checked),
        cmocka_unit_test(exponentials_are_near), cmocka_unit_test(softmax_is_of_legal_choices),
        cmocka_unit_test(adam_is_as_published), cmocka_unit_test(adam_steps_in_parts),
        cmocka_unit_test(networks_learn),
        cmocka_unit_test(empty_inputs_are_skipped), cmocka_unit_test(sums_follow_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
