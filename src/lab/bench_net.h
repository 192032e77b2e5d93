/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How fast networks are: matrix products, passes over a batch, and the answer for one position. */
#ifndef VEDETTE_LAB_BENCH_NET_H
#define VEDETTE_LAB_BENCH_NET_H

#include "base/error.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum { BENCH_NET_LIBRARY = 128 /* room for a library's name */, BENCH_NET_ROW = 512 };

struct bench_net_terms {
    size_t batch;               /* positions of a batch, 1 or more */
    double seconds;             /* for each measurement, of processor time */
    uint64_t seed;
    const atomic_bool *stop;    /* may be NULL */
};

/* Operations a second (a multiplication and an addition are two) of one matrix product, of the passes over
 * a batch that learns, and with packed weights of forward passes for answers: of a batch, of one position;
 * and of the product of one row with a matrix of BENCH_NET_ROW x BENCH_NET_ROW, as dense layers have it
 * for one position. */
struct bench_net_rates {
    double product, forward, backward, many, one, row;
};

struct bench_net_result {
    char library[BENCH_NET_LIBRARY]; /* its name; "" and no rates where it is not installed */
    char missing[BENCH_NET_LIBRARY]; /* why not */
    size_t weights;
    double operations;               /* of a forward pass, a position */
    size_t rows, columns, depth;     /* of the matrix product */
    struct bench_net_rates own, blas;
};

/* Measures on the calling thread a network like the one of a Stratego player: 10x10x82 values in, four
 * residual blocks of 64 channels, 1 + 100 numbers out. STATUS_NO where it was stopped. */
enum status bench_net_run(const struct bench_net_terms *terms, struct bench_net_result *result,
                          struct error *error);

#endif
