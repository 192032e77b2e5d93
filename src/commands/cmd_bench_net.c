/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How fast networks are: bench net. */
#include "commands/table.h"

#include "base/plural.h"
#include "commands/shared_flags.h"
#include "lab/bench_net.h"

struct bench_net_args {
    double seconds;
    uint64_t batch;
};

static void print_rate(struct session *session, const char *of, const char *name, double rate, double sgemm)
{
    session_printf(session, "figure %s%s %.1f GFLOP/s\n", of, name, rate / 1e9);
    session_printf(session, "figure %s%s-share %.0f %%\n", of, name, sgemm > 0 ? 100 * rate / sgemm : 0);
}

/* Shares are of the library's product, or of our own where there is no library. */
static void print_rates(struct session *session, const char *of, const struct bench_net_result *result,
                        const struct bench_net_rates *rates)
{
    double sgemm = result->library[0] ? result->blas.product : result->own.product;
    print_rate(session, of, "product", rates->product, sgemm);
    print_rate(session, of, "forward", rates->forward, sgemm);
    print_rate(session, of, "backward", rates->backward, sgemm);
    print_rate(session, of, "many", rates->many, sgemm);
    print_rate(session, of, "one", rates->one, sgemm);
    print_rate(session, of, "row", rates->row, sgemm);
    session_printf(session, "figure %sone-time %.0f us\n", of,
                   rates->one > 0 ? 1e6 * result->operations / rates->one : 0);
}

static enum status run_bench_net(struct session *session, const void *arguments, struct error *error)
{
    const struct bench_net_args *args = arguments;
    struct bench_net_terms terms = {.batch = (size_t)args->batch, .seconds = args->seconds,
                                    .seed = session->has_seed ? session->seed : 1, .stop = session->stop};
    struct bench_net_result result;
    enum status status = bench_net_run(&terms, &result, error);
    if (status)
        return status;
    session_printf(session,
                   "a network of %zu weights, %.1f MFLOP a position; batches of %zu position%s; products of "
                   "%zu x %zu x %zu; one core\n", result.weights, result.operations / 1e6, terms.batch,
                   plural(terms.batch), result.rows, result.columns, result.depth);
    if (result.library[0])
        session_printf(session, "library: %s\nfigure sgemm %.1f GFLOP/s\n", result.library,
                       result.blas.product / 1e9);
    else
        session_printf(session, "library: none (%s)\n", result.missing);
    print_rates(session, "", &result, &result.own);
    if (result.library[0])
        print_rates(session, "library-", &result, &result.blas);
    return STATUS_OK;
}

const struct command command_bench_net = {
    .name = "bench net",
    .group = GROUP_MEASURE,
    .keywords = "networks speed GFLOP sgemm OpenBLAS",
    .flags = ARGUMENTS(
        FLAG_SECONDS(struct bench_net_args, seconds),
        FLAG_WHOLE(struct bench_net_args, batch, "batch", 1, 1024, "positions of a batch")),
    .out = true,
    DEFAULTS(struct bench_net_args, .seconds = 0.5, .batch = 64),
    .help = "measures how fast networks are, beside a library's matrix product",
    .details =
        "A residual network on a board of 10x10 with 82 planes. product: one matrix product as its layers\n"
        "have them; forward, backward: the passes over a batch that learns; many: a forward pass over a\n"
        "batch for its answers alone; one: that of one position; row: one row by a matrix of 512 x 512.\n"
        "First by the program's own product, then (library-) by OpenBLAS's, if it is installed. sgemm is\n"
        "the library's product; shares are of it. Of each the best of five tries, on one core.",
    .run = run_bench_net,
};
