/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/bench.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/plural.h"
#include "base/rng.h"
#include "base/stop.h"
#include "net/blas.h"
#include "net/pass.h"

#include <assert.h>
#include <stdlib.h>

enum { SIDE = 10, PLANES = 82, CHANNELS = 64, TRIES = 5, SAMPLES_A_PRODUCT = 8, WIDE = 512 };

static_assert(SAMPLES_A_PRODUCT * SIDE * SIDE * 9 * CHANNELS >= WIDE * WIDE,
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
enum { LAYERS = sizeof rows / sizeof *rows, POLICY = 23, VALUE = LAYERS - 1 };

/* Operations a second (a multiplication and an addition are two) of one matrix product, of the passes over
 * a batch that learns, and with packed weights of forward passes for answers: of a batch, of one position;
 * and of the product of one row with a matrix of WIDE x WIDE, as dense layers have it for one position. */
struct net_rates {
    double product, forward, backward, many, one, row;
};

struct net_bench {
    const struct bench_terms *terms;
    size_t batch;
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
    const struct net_matrix a = {bench->a, WIDE, 1}, b = {bench->a, WIDE, 1};
    if (bench->blas)
        product_add(&bench->product, 1, WIDE, WIDE, a, b, bench->c, WIDE);
    else
        product_add_packed(&bench->product, 1, a, &bench->panels, bench->c, WIDE);
}

static void work_forward(struct net_bench *bench)
{
    net_forward(bench->pass, bench->batch);
}

/* Both, as each backward pass needs a forward pass before it. */
static void work_both(struct net_bench *bench)
{
    net_forward(bench->pass, bench->batch);
    /* A gradient of the size that a loss has, so that few numbers become denormal. */
    float *policy = net_gradients(bench->pass, POLICY), *value = net_gradients(bench->pass, VALUE);
    for (size_t i = 0; i < bench->batch * SIDE * SIDE; i++)
        policy[i] = 0.01f;
    for (size_t i = 0; i < bench->batch; i++)
        value[i] = 1;
    net_backward(bench->pass, bench->gradient);
}

static void work_many(struct net_bench *bench)
{
    net_forward(bench->answers, bench->batch);
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
    const struct bench_terms *terms = bench->terms;
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

static void measure_all(struct net_bench *bench, double operations, struct net_rates *rates)
{
    const struct bench_terms *terms = bench->terms;
    double all = operations * (double)bench->batch;
    struct rng rng;
    rng_seed(&rng, terms->seed, 1);
    bench->product = (struct product){.blas = bench->blas};
    bench->pass = net_pass_new(bench->net, bench->batch, NET_LEARN, bench->blas);
    bench->answers = net_pass_new(bench->net, bench->batch, NET_ANSWER, bench->blas);
    /* Positions like a board's: most planes are 0. */
    float *batch = net_values(bench->pass, 0), *answers = net_values(bench->answers, 0);
    for (size_t i = 0; i < bench->batch * SIDE * SIDE * PLANES; i++)
        batch[i] = answers[i] = (float)(rng_below(&rng, 8) == 0);
    rates->product = measure(bench, work_product, 2.0 * (double)(bench->rows * bench->depth * CHANNELS));
    rates->row = measure(bench, work_row, 2.0 * WIDE * WIDE);
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

static void add_rate(const char *of, const char *name, double rate, double sgemm, struct text *out)
{
    text_printf(out, "figure %s%s %.1f GFLOP/s\n", of, name, rate / 1e9);
    text_printf(out, "figure %s%s-share %.0f %%\n", of, name, 100 * bench_ratio(rate, sgemm));
}

/* Shares are of `sgemm`: the library's product, or our own where there is no library. */
static void add_rates(const char *of, const struct net_rates *rates, double sgemm, double operations,
                      struct text *out)
{
    add_rate(of, "product", rates->product, sgemm, out);
    add_rate(of, "forward", rates->forward, sgemm, out);
    add_rate(of, "backward", rates->backward, sgemm, out);
    add_rate(of, "many", rates->many, sgemm, out);
    add_rate(of, "one", rates->one, sgemm, out);
    add_rate(of, "row", rates->row, sgemm, out);
    text_printf(out, "figure %sone-time %.0f us\n", of, 1e6 * bench_ratio(operations, rates->one));
}

/* By the program's own product, and by the library's if it is installed. */
static void measure_both(struct net_bench *bench, struct text *out)
{
    struct error missing = {0};
    struct net_rates own, library;
    double operations = net_operations(bench->net);
    text_printf(out, "a network of %zu weights, %.1f MFLOP a position; batches of %zu position%s; products "
                "of %zu x %d x %zu; one core\n", bench->net->weights, operations / 1e6, bench->batch,
                plural(bench->batch), bench->rows, CHANNELS, bench->depth);
    measure_all(bench, operations, &own);
    bench->blas = blas_open(&missing);
    if (bench->blas) {
        measure_all(bench, operations, &library);
        text_printf(out, "library: %s\nfigure sgemm %.1f GFLOP/s\n", blas_name(bench->blas),
                    library.product / 1e9);
    } else {
        text_printf(out, "library: none (%s)\n", missing.text);
    }
    add_rates("", &own, bench->blas ? library.product : own.product, operations, out);
    if (bench->blas)
        add_rates("library-", &library, library.product, operations, out);
    blas_close(bench->blas);
}

enum status bench_net(const struct bench_terms *terms, size_t batch, struct text *out, struct error *error)
{
    struct rng rng;
    struct net_bench bench = {.terms = terms, .batch = batch, .net = net_new(rows, LAYERS, error),
                              .rows = SAMPLES_A_PRODUCT * SIDE * SIDE, .depth = 9 * CHANNELS};
    if (!bench.net)
        return error->status;
    net_start(bench.net, terms->seed);
    rng_seed(&rng, terms->seed, 0);
    bench.gradient = memory_new(bench.net->weights, sizeof(float));
    bench.a = memory_new(bench.rows * bench.depth, sizeof(float));
    bench.b = memory_new(bench.depth * CHANNELS, sizeof(float));
    bench.c = memory_new(bench.rows * CHANNELS, sizeof(float));
    fill(bench.a, bench.rows * bench.depth, &rng);
    fill(bench.b, bench.depth * CHANNELS, &rng);
    product_pack((struct net_matrix){bench.a, WIDE, 1}, WIDE, WIDE, &bench.panels);
    measure_both(&bench, out);
    product_panels_free(&bench.panels);
    free(bench.gradient);
    free(bench.a);
    free(bench.b);
    free(bench.c);
    net_free(bench.net);
    return stop_requested(terms->stop) ? error_set(error, STATUS_NO, "stopped") : STATUS_OK;
}
