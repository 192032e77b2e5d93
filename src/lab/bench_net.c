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
enum { LAYERS = sizeof rows / sizeof *rows };

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
    bool *is_read;           /* of each layer: another one reads it; the rest are the network's answers */
    bool learns;             /* only a batch that learns is measured, with packed weights */
    struct net_rates own, library;
    bool has_library;
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
    for (int i = 0; i < bench->net->count; i++) {
        size_t size = bench->net->layers[i].size;
        float *gradient = net_gradients(bench->pass, i);
        /* A gradient of the size that a loss has, so that few numbers become denormal. */
        for (size_t k = 0; k < bench->batch * size && !bench->is_read[i]; k++)
            gradient[k] = size == 1 ? 1 : 0.01f;
    }
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

/* Positions like a board's: most planes are 0, but not so many that the network skips them. */
static void fill_inputs(struct net_bench *bench)
{
    struct rng rng;
    rng_seed(&rng, bench->terms->seed, 1);
    for (int i = 0; i < bench->net->count; i++) {
        const struct net_layer *layer = &bench->net->layers[i];
        float *batch = net_values(bench->pass, i), *answers = net_values(bench->answers, i);
        for (size_t k = 0; k < bench->batch * layer->size && layer->row.kind == NET_INPUT; k++)
            batch[k] = answers[k] = (float)(rng_below(&rng, 4) == 0);
    }
}

static void measure_all(struct net_bench *bench, struct net_rates *rates)
{
    double operations = net_operations(bench->net), all = operations * (double)bench->batch;
    double back = net_backward_operations(bench->net) * (double)bench->batch;
    bench->product = (struct product){.blas = bench->blas};
    bench->pass = net_pass_new(bench->net, bench->batch, NET_LEARN, bench->blas);
    bench->answers = net_pass_new(bench->net, bench->batch, NET_ANSWER, bench->blas);
    fill_inputs(bench);
    rates->product = measure(bench, work_product, 2.0 * (double)(bench->rows * bench->depth * CHANNELS));
    if (bench->learns)
        net_pack(bench->net);
    rates->forward = measure(bench, work_forward, all);
    double both = measure(bench, work_both, all + back);
    double seconds = both > 0 && rates->forward > 0 ? (all + back) / both - all / rates->forward : 0;
    rates->backward = seconds > 0 ? back / seconds : 0;
    if (!bench->learns) {
        rates->row = measure(bench, work_row, 2.0 * WIDE * WIDE);
        net_pack(bench->net);
        rates->many = measure(bench, work_many, all);
        rates->one = measure(bench, work_one, operations);
    }
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

/* By the program's own product, and by the library's if it is installed: its name, or why there is none, goes
 * to `library`. Returns the rate of the product that shares are of. */
static double measure_both(struct net_bench *bench, struct text *library)
{
    struct error missing = {0};
    struct rng rng;
    rng_seed(&rng, bench->terms->seed, 0);
    bench->is_read = memory_new((size_t)bench->net->count, sizeof *bench->is_read);
    for (int i = 0; i < bench->net->count; i++) {
        const struct net_row *row = &bench->net->layers[i].row;
        bench->is_read[row->from] |= row->kind != NET_INPUT;
        bench->is_read[row->also] |= row->kind == NET_ADD || row->kind == NET_MULTIPLY;
    }
    bench->rows = SAMPLES_A_PRODUCT * SIDE * SIDE;
    bench->depth = 9 * CHANNELS;
    bench->gradient = memory_new(bench->net->weights, sizeof(float));
    bench->a = memory_new(bench->rows * bench->depth, sizeof(float));
    bench->b = memory_new(bench->depth * CHANNELS, sizeof(float));
    bench->c = memory_new(bench->rows * CHANNELS, sizeof(float));
    fill(bench->a, bench->rows * bench->depth, &rng);
    fill(bench->b, bench->depth * CHANNELS, &rng);
    product_pack((struct net_matrix){bench->a, WIDE, 1}, WIDE, WIDE, &bench->panels);
    measure_all(bench, &bench->own);
    bench->blas = blas_open(&missing);
    bench->has_library = bench->blas;
    if (bench->blas)
        measure_all(bench, &bench->library);
    text_add(library, bench->blas ? blas_name(bench->blas) : missing.text);
    blas_close(bench->blas);
    product_panels_free(&bench->panels);
    free(bench->is_read);
    free(bench->gradient);
    free(bench->a);
    free(bench->b);
    free(bench->c);
    return bench->has_library ? bench->library.product : bench->own.product;
}

enum status bench_net(const struct bench_terms *terms, size_t batch, struct text *out, struct error *error)
{
    struct net_bench bench = {.terms = terms, .batch = batch, .net = net_new(rows, LAYERS, error)};
    struct text library = {0};
    if (!bench.net)
        return error->status;
    net_start(bench.net, terms->seed);
    double sgemm = measure_both(&bench, &library), operations = net_operations(bench.net);
    text_printf(out, "a network of %zu weights, %.1f MFLOP a position; batches of %zu position%s; products "
                "of %zu x %d x %zu; one core\n", bench.net->weights, operations / 1e6, batch, plural(batch),
                bench.rows, CHANNELS, bench.depth);
    if (bench.has_library)
        text_printf(out, "library: %s\nfigure sgemm %.1f GFLOP/s\n", text_string(&library), sgemm / 1e9);
    else
        text_printf(out, "library: none (%s)\n", text_string(&library));
    add_rates("", &bench.own, sgemm, operations, out);
    if (bench.has_library)
        add_rates("library-", &bench.library, sgemm, operations, out);
    text_free(&library);
    net_free(bench.net);
    return stop_requested(terms->stop) ? error_set(error, STATUS_NO, "stopped") : STATUS_OK;
}

static void add_share(const char *what, double rate, double sgemm, struct text *out)
{
    text_printf(out, "%-28s %10.1f %10.0f\n", what, rate / 1e9, 100 * bench_ratio(rate, sgemm));
}

void bench_passes(const struct bench_terms *terms, struct net *net, size_t batch, struct text *out)
{
    enum { MEASUREMENTS = 6 };
    struct bench_terms each = *terms;
    each.seconds /= MEASUREMENTS;
    struct net_bench bench = {.terms = &each, .batch = batch, .net = net, .learns = true};
    struct text library = {0};
    double sgemm = measure_both(&bench, &library);
    text_printf(out, "batches of %zu; sgemm of %zu x %d x %zu: %s\n\n", batch, bench.rows, CHANNELS,
                bench.depth, bench.has_library ? text_string(&library) : "our own");
    text_printf(out, "%-28s %10s %10s\n", "", "GFLOP/s", "%");
    add_share("sgemm", sgemm, sgemm, out);
    add_share("forward pass", bench.own.forward, sgemm, out);
    add_share("backward pass", bench.own.backward, sgemm, out);
    if (bench.blas) {
        add_share("forward pass by sgemm", bench.library.forward, sgemm, out);
        add_share("backward pass by sgemm", bench.library.backward, sgemm, out);
    }
    text_free(&library);
}
