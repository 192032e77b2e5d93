/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/bench_net.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/rng.h"
#include "base/stop.h"
#include "net/blas.h"
#include "net/pass.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 10, PLANES = 82, CHANNELS = 64, TRIES = 5, SAMPLES_A_PRODUCT = 8 };

static_assert(SAMPLES_A_PRODUCT * SIDE * SIDE * 9 * CHANNELS >= BENCH_NET_ROW * BENCH_NET_ROW,
              "a matrix for the row is there");

/* Two convolutions beside a short cut; the last row's index is `first` + 4. */
#define BLOCK(first) \
    {.kind = NET_CONV, .from = first - 1, .channels = CHANNELS}, \
    {.kind = NET_RELU, .from = first}, \
    {.kind = NET_CONV, .from = first + 1, .channels = CHANNELS}, \
    {.kind = NET_ADD, .from = first + 2, .also = first - 1}, \
    {.kind = NET_RELU, .from = first + 3}

static const struct net_row rows[] = {
    {.kind = NET_INPUT, .height = SIDE, .width = SIDE, .channels = PLANES},
    {.kind = NET_CONV, .from = 0, .channels = CHANNELS},
    {.kind = NET_RELU, .from = 1},
    BLOCK(3), BLOCK(8), BLOCK(13), BLOCK(18),
    {.kind = NET_CONV, .from = 22, .channels = 1, .kernel = 1},
    {.kind = NET_CONV, .from = 22, .channels = 4, .kernel = 1},
    {.kind = NET_RELU, .from = 24},
    {.kind = NET_DENSE, .from = 25, .channels = 1},
};
enum { ROWS = sizeof rows / sizeof *rows, POLICY = 23, VALUE = ROWS - 1 };

struct net_bench {
    const struct bench_net_terms *terms;
    struct net *net;
    const struct blas *blas; /* NULL: our own */
    struct net_pass *pass, *answers;
    float *gradient;
    struct product product;
    size_t rows, depth;
    float *a, *b, *c; /* of the product */
    struct product_panels panels; /* of the row's matrix: the first numbers of `a` */
};

typedef void bench_work(struct net_bench *bench);

static void work_product(struct net_bench *bench)
{
    const struct net_matrix a = {bench->a, bench->depth, 1}, b = {bench->b, CHANNELS, 1};
    product_add(&bench->product, bench->rows, CHANNELS, bench->depth, a, b, bench->c, CHANNELS);
}

static void work_row(struct net_bench *bench)
{
    const struct net_matrix a = {bench->a, BENCH_NET_ROW, 1}, b = {bench->a, BENCH_NET_ROW, 1};
    if (bench->blas)
        product_add(&bench->product, 1, BENCH_NET_ROW, BENCH_NET_ROW, a, b, bench->c, BENCH_NET_ROW);
    else
        product_add_packed(&bench->product, 1, a, &bench->panels, bench->c, BENCH_NET_ROW);
}

static void work_forward(struct net_bench *bench)
{
    net_forward(bench->pass, bench->terms->batch);
}

/* Both, as each backward pass needs a forward pass before it. */
static void work_both(struct net_bench *bench)
{
    net_forward(bench->pass, bench->terms->batch);
    /* A gradient of the size that a loss has, so that few numbers become denormal. */
    float *policy = net_gradients(bench->pass, POLICY), *value = net_gradients(bench->pass, VALUE);
    for (size_t i = 0; i < bench->terms->batch * SIDE * SIDE; i++)
        policy[i] = 0.01f;
    for (size_t i = 0; i < bench->terms->batch; i++)
        value[i] = 1;
    net_backward(bench->pass, bench->gradient);
}

static void work_many(struct net_bench *bench)
{
    net_forward(bench->answers, bench->terms->batch);
}

static void work_one(struct net_bench *bench)
{
    net_forward(bench->answers, 1);
}

static void fill(float *values, size_t count, struct rng *rng)
{
    for (size_t i = 0; i < count; i++)
        values[i] = (float)(2 * rng_unit(rng) - 1);
}

/* The best rate of some tries; 0 where it was stopped. */
static double measure(struct net_bench *bench, bench_work *work, double operations)
{
    const struct bench_net_terms *terms = bench->terms;
    double best = 0;
    for (int try = 0; try < TRIES; try++) {
        double begin = clock_thread(), seconds = 0;
        long times = 0;
        do {
            work(bench);
            times++;
            seconds = clock_thread() - begin;
        } while (seconds < terms->seconds / TRIES && !stop_requested(terms->stop));
        double rate = seconds > 0 ? operations * (double)times / seconds : 0;
        best = rate > best ? rate : best;
    }
    return best;
}

static void measure_all(struct net_bench *bench, double operations, struct bench_net_rates *rates)
{
    const struct bench_net_terms *terms = bench->terms;
    double all = operations * (double)terms->batch;
    struct rng rng;
    rng_seed(&rng, terms->seed, 1);
    bench->product = (struct product){.blas = bench->blas};
    bench->pass = net_pass_new(bench->net, terms->batch, NET_LEARN, bench->blas);
    bench->answers = net_pass_new(bench->net, terms->batch, NET_ANSWER, bench->blas);
    /* Positions like a board's: most planes are 0. */
    float *batch = net_values(bench->pass, 0), *answers = net_values(bench->answers, 0);
    for (size_t i = 0; i < bench->terms->batch * SIDE * SIDE * PLANES; i++)
        batch[i] = answers[i] = (float)(rng_below(&rng, 8) == 0);
    rates->product = measure(bench, work_product, 2.0 * (double)(bench->rows * bench->depth * CHANNELS));
    rates->row = measure(bench, work_row, 2.0 * BENCH_NET_ROW * BENCH_NET_ROW);
    rates->forward = measure(bench, work_forward, all);
    double both = measure(bench, work_both, 3 * all);
    double seconds = both > 0 && rates->forward > 0 ? 3 * all / both - all / rates->forward : 0;
    rates->backward = seconds > 0 ? 2 * all / seconds : 0;
    net_pack(bench->net);
    rates->many = measure(bench, work_many, all);
    rates->one = measure(bench, work_one, operations);
    net_changed(bench->net);
    net_pass_free(bench->pass);
    net_pass_free(bench->answers);
    product_free(&bench->product);
}

enum status bench_net_run(const struct bench_net_terms *terms, struct bench_net_result *result,
                          struct error *error)
{
    struct error missing = {0};
    struct rng rng;
    struct net_bench bench = {.terms = terms, .net = net_new(rows, ROWS, error)};
    if (!bench.net)
        return error->status;
    net_start(bench.net, terms->seed);
    rng_seed(&rng, terms->seed, 0);
    bench.rows = SAMPLES_A_PRODUCT * SIDE * SIDE;
    bench.depth = 9 * CHANNELS;
    bench.gradient = memory_new(bench.net->weights, sizeof(float));
    bench.a = memory_new(bench.rows * bench.depth, sizeof(float));
    bench.b = memory_new(bench.depth * CHANNELS, sizeof(float));
    bench.c = memory_new(bench.rows * CHANNELS, sizeof(float));
    fill(bench.a, bench.rows * bench.depth, &rng);
    fill(bench.b, bench.depth * CHANNELS, &rng);
    product_pack((struct net_matrix){bench.a, BENCH_NET_ROW, 1}, BENCH_NET_ROW, BENCH_NET_ROW, &bench.panels);
    *result = (struct bench_net_result){.weights = bench.net->weights,
                                        .operations = net_operations(bench.net), .rows = bench.rows,
                                        .columns = CHANNELS, .depth = bench.depth};
    measure_all(&bench, result->operations, &result->own);
    bench.blas = blas_open(&missing);
    if (bench.blas) {
        snprintf(result->library, sizeof result->library, "%s", blas_name(bench.blas));
        measure_all(&bench, result->operations, &result->blas);
    } else {
        snprintf(result->missing, sizeof result->missing, "%.*s", BENCH_NET_LIBRARY - 1, missing.text);
    }
    blas_close(bench.blas);
    product_panels_free(&bench.panels);
    free(bench.gradient);
    free(bench.a);
    free(bench.b);
    free(bench.c);
    net_free(bench.net);
    return stop_requested(terms->stop) ? error_set(error, STATUS_NO, "stopped") : STATUS_OK;
}
