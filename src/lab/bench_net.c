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

/* Shapes: SIDE x SIDE squares, PLANES inputs and CHANNELS outputs for each; WIDE inputs and outputs of the
 * dense layer. SAMPLES_A_PRODUCT: positions in the measured matrix product. TRIES: measurements, the best
 * counts. */
enum { SIDE = 10, PLANES = 82, CHANNELS = 64, TRIES = 5, SAMPLES_A_PRODUCT = 8, WIDE = 512 };

static_assert(SAMPLES_A_PRODUCT * SIDE * SIDE * 9 * CHANNELS >= WIDE * WIDE, "a matrix for the row is there");

/* A residual block: two convolutions and a shortcut. `first` is the index of its first row; it has five. */
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

/* Rates in operations a second; a multiplication and an addition are two. */
struct net_rates {
    /* One matrix product of the size of a convolution; passes over a batch, as in learning; forward passes
     * with packed weights, as in play, of a batch and of one position; the product of one row and a WIDE x
     * WIDE matrix, as a dense layer has it for one position. */
    double product, forward, backward, many, one, row;
};

/* The state of a bench. */
struct net_bench {
    const struct bench_terms *terms;
    size_t batch;            /* positions in a batch */
    struct net *net;
    const struct blas *blas; /* the library that multiplies; NULL: the program's own product */
    struct net_pass *pass, *inference; /* for learning; only for forward passes */
    float *gradient;         /* of the weights */
    bool *is_read;           /* for each layer: another one reads it, so it is not an output of the network */
    bool learns;             /* only a batch that learns is measured, with packed weights */
    struct net_rates own, library; /* with the program's own product; with the library */
    bool has_library;        /* the library is installed */
    struct product product;
    size_t rows, depth;
    float *a, *b, *c; /* the product c += a x b: rows x depth, depth x CHANNELS, rows x CHANNELS */
    struct product_panels panels; /* the packed matrix for work_row, from the first numbers of `a` */
};

/* The work that is timed, done once. */
typedef void bench_work(struct net_bench *bench);

/* Multiplies two matrices of the size of a convolution. */
static void work_product(struct net_bench *bench)
{
    const struct net_matrix a = {bench->a, bench->depth, 1}, b = {bench->b, CHANNELS, 1};
    product_add(&bench->product, bench->rows, CHANNELS, bench->depth, a, b, bench->c, CHANNELS);
}

/* Multiplies one row by a WIDE x WIDE matrix; with the program's own product the matrix is packed. Row and
 * matrix are the same random numbers, since only the time counts. */
static void work_row(struct net_bench *bench)
{
    const struct net_matrix a = {bench->a, WIDE, 1}, b = {bench->a, WIDE, 1};
    if (bench->blas)
        product_add(&bench->product, 1, WIDE, WIDE, a, b, bench->c, WIDE);
    else
        product_add_packed(&bench->product, 1, a, &bench->panels, bench->c, WIDE);
}

/* Makes a forward pass of a batch, as in learning. */
static void work_forward(struct net_bench *bench)
{
    net_forward(bench->pass, bench->batch);
}

/* Makes a forward and a backward pass, as each backward pass needs a forward pass before it. The gradients of
 * the outputs are constants, since only the time counts. */
static void work_both(struct net_bench *bench)
{
    net_forward(bench->pass, bench->batch);
    for (int i = 0; i < bench->net->count; i++) {
        size_t size = bench->net->layers[i].size;
        float *gradient = net_gradients(bench->pass, i);
        /* Only outputs, which no other layer reads, have a gradient at the start. It is of the size that a
         * loss has, so that few numbers become denormal. */
        for (size_t k = 0; k < bench->batch * size && !bench->is_read[i]; k++)
            gradient[k] = size == 1 ? 1 : 0.01f;
    }
    net_backward(bench->pass, bench->gradient);
}

/* Makes a forward pass of a batch with packed weights, as in play. */
static void work_many(struct net_bench *bench)
{
    net_forward(bench->inference, bench->batch);
}

/* Makes a forward pass of one position with packed weights, as in play. */
static void work_one(struct net_bench *bench)
{
    net_forward(bench->inference, 1);
}

/* Fills an array with random values from -1 to 1. */
static void fill_random(float *values, size_t count, struct rng *rng)
{
    for (size_t i = 0; i < count; i++)
        values[i] = (float)(2 * rng_unit(rng) - 1);
}

/* Repeats the work for terms->seconds in all and returns the best rate of TRIES tries, in operations a
 * second. `operations`: of one repetition. */
static double measure_rate(struct net_bench *bench, bench_work *work, double operations)
{
    const struct bench_terms *terms = bench->terms;
    double best = 0;
    for (int try = 0; try < TRIES; try++) {
        double start = clock_thread(), seconds = 0;
        long times = 0;
        do {
            work(bench);
            times++;
            seconds = clock_thread() - start;
        } while (seconds < terms->seconds / TRIES && !stop_requested(terms->stop));
        double rate = seconds > 0 ? operations * (double)times / seconds : 0;
        best = rate > best ? rate : best;
    }
    return best;
}

/* Fills the inputs of both passes with random 0 and 1, like the planes of a board. Three of four values are
 * 0: too few zeros for the network to use its sparse layers. */
static void fill_inputs(struct net_bench *bench)
{
    struct rng rng;
    rng_seed(&rng, bench->terms->seed, 1);
    for (int i = 0; i < bench->net->count; i++) {
        const struct net_layer *layer = &bench->net->layers[i];
        float *batch = net_values(bench->pass, i), *inference = net_values(bench->inference, i);
        for (size_t k = 0; k < bench->batch * layer->size && layer->row.kind == NET_INPUT; k++)
            batch[k] = inference[k] = (float)(rng_below(&rng, 4) == 0);
    }
}

/* Measures all rates with bench->blas (NULL: the program's own product). In a bench that learns, only the
 * rates `product`, `forward` and `backward`. */
static void measure_all(struct net_bench *bench, struct net_rates *rates)
{
    /* Operations of a forward pass of one position (`operations`) and of the batch (`all`), and of a backward
     * pass of the batch (`back`). */
    double operations = net_operations(bench->net), all = operations * (double)bench->batch;
    double back = net_backward_operations(bench->net) * (double)bench->batch;
    bench->product = (struct product){.blas = bench->blas};
    bench->pass = net_pass_new(bench->net, bench->batch, NET_LEARN, bench->blas);
    bench->inference = net_pass_new(bench->net, bench->batch, NET_INFER, bench->blas);
    fill_inputs(bench);
    rates->product = measure_rate(bench, work_product, 2.0 * (double)(bench->rows * bench->depth * CHANNELS));
    if (bench->learns) /* pack before the passes for learning, which then use packed weights */
        net_pack(bench->net);
    rates->forward = measure_rate(bench, work_forward, all);
    /* The time of a backward pass is that of both passes minus that of a forward pass. */
    double both = measure_rate(bench, work_both, all + back);
    double seconds = both > 0 && rates->forward > 0 ? (all + back) / both - all / rates->forward : 0;
    rates->backward = seconds > 0 ? back / seconds : 0;
    if (!bench->learns) {
        rates->row = measure_rate(bench, work_row, 2.0 * WIDE * WIDE);
        net_pack(bench->net);
        rates->many = measure_rate(bench, work_many, all);
        rates->one = measure_rate(bench, work_one, operations);
    }
    net_changed(bench->net); /* drops the packed weights, so that the next measurement starts without */
    net_pass_free(bench->pass);
    net_pass_free(bench->inference);
    product_free(&bench->product);
}

/* Appends a rate in GFLOP/s, and its share of the rate `sgemm` in %. The names of the figures begin with
 * `prefix`. */
static void add_rate(const char *prefix, const char *name, double rate, double sgemm, struct text *out)
{
    text_printf(out, "figure %s%s %.1f GFLOP/s\n", prefix, name, rate / 1e9);
    text_printf(out, "figure %s%s-share %.0f %%\n", prefix, name, 100 * bench_ratio(rate, sgemm));
}

/* Appends all rates and the time of one position. `sgemm` is the rate of the library's product, or without a
 * library that of the program's own one. */
static void add_rates(const char *prefix, const struct net_rates *rates, double sgemm, double operations,
                      struct text *out)
{
    add_rate(prefix, "product", rates->product, sgemm, out);
    add_rate(prefix, "forward", rates->forward, sgemm, out);
    add_rate(prefix, "backward", rates->backward, sgemm, out);
    add_rate(prefix, "many", rates->many, sgemm, out);
    add_rate(prefix, "one", rates->one, sgemm, out);
    add_rate(prefix, "row", rates->row, sgemm, out);
    text_printf(out, "figure %sone-time %.0f us\n", prefix, 1e6 * bench_ratio(operations, rates->one));
}

/* Measures with the program's own product and, if it is installed, with the library's. `library` gets the
 * library's name, or why it cannot be used. Returns the rate of the product to which shares refer
 * (`sgemm`). */
static double measure_both(struct net_bench *bench, struct text *library)
{
    struct error missing = {0};
    struct rng rng;
    rng_seed(&rng, bench->terms->seed, 0);
    bench->is_read = memory_new((size_t)bench->net->count, sizeof *bench->is_read);
    /* Layers that no other one reads are the outputs. */
    for (int i = 0; i < bench->net->count; i++) {
        const struct net_row *row = &bench->net->layers[i].row;
        bench->is_read[row->from] |= row->kind != NET_INPUT;
        bench->is_read[row->also] |= row->kind == NET_ADD || row->kind == NET_MULTIPLY;
    }
    /* The matrices for the product. */
    bench->rows = SAMPLES_A_PRODUCT * SIDE * SIDE;
    bench->depth = 9 * CHANNELS; /* the 3 x 3 squares that a convolution reads */
    bench->gradient = memory_new(bench->net->weights, sizeof(float));
    bench->a = memory_new(bench->rows * bench->depth, sizeof(float));
    bench->b = memory_new(bench->depth * CHANNELS, sizeof(float));
    bench->c = memory_new(bench->rows * CHANNELS, sizeof(float));
    fill_random(bench->a, bench->rows * bench->depth, &rng);
    fill_random(bench->b, bench->depth * CHANNELS, &rng);
    product_pack((struct net_matrix){bench->a, WIDE, 1}, WIDE, WIDE, &bench->panels);
    /* Measure first with the program's own product, then with the library's. */
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

/* Appends a rate in GFLOP/s and its share of `sgemm` in % as a line of a table. */
static void add_share(const char *name, double rate, double sgemm, struct text *out)
{
    text_printf(out, "%-28s %10.1f %10.0f\n", name, rate / 1e9, 100 * bench_ratio(rate, sgemm));
}

void bench_passes(const struct bench_terms *terms, struct net *net, size_t batch, struct text *out)
{
    enum { MEASUREMENTS = 6 }; /* product, forward, backward, each with both products: they share the time */
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
    if (bench.has_library) {
        add_share("forward pass by sgemm", bench.library.forward, sgemm, out);
        add_share("backward pass by sgemm", bench.library.backward, sgemm, out);
    }
    text_free(&library);
}
