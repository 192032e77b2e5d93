/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adam (Kingma & Ba 2015, algorithm 1, with both bias corrections), gradients cut off before it, weights
 * decaying apart from it (Loshchilov & Hutter 2019). */
#ifndef VEDETTE_NET_ADAM_H
#define VEDETTE_NET_ADAM_H

#include "net/net.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct adam_options {
    double rate;             /* > 0 */
    double beta1, beta2;     /* of the running means of the gradient and of its square; 0 .. 1 (exclusive) */
    double epsilon;          /* is added to the root of the mean square; or, if `inner`, */
    bool inner;              /* to the mean square itself before its correction. The root is then found in
                              * vectors, to a relative error below 1e-6, which is several times as fast */
    double clip_value;       /* each number of a gradient is cut off to +- this; 0: not */
    double clip_norm;        /* a gradient whose norm is greater is scaled to it; 0: not */
    double decay;            /* a step multiplies weights by 1 - rate x decay first; 0: not */
};

/* The authors' numbers: rate 0.001, beta1 0.9, beta2 0.999, epsilon 1e-8, nothing cut off. */
extern const struct adam_options adam_defaults;

/* The optimiser's state: what a checkpoint keeps besides the weights. */
struct adam {
    struct adam_options options; /* the rate may change between steps */
    size_t count;                /* weights */
    uint64_t step;               /* steps done or begun */
    float *mean, *square;        /* `count` floats each */
};

struct adam *adam_new(size_t count, const struct adam_options *options);
void adam_free(struct adam *adam);

/* Takes one step against the gradient of a loss: its gradient[0 .. count - 1] is cut off and scaled in place.
 * Returns the gradient's norm, before it was cut off. The same bits on every machine. */
double adam_step(struct adam *adam, struct net *net, float *gradient);

/* The same step in parts, which may be of several threads: adam_begin, then adam_step_part for all weights,
 * each once, then net_changed. Nothing is cut off. `gradient` is that of all weights; of a part, `count` of
 * them from `at` on are read. */
void adam_begin(struct adam *adam);
void adam_step_part(struct adam *adam, struct net *net, const float *gradient, size_t at, size_t count);

#endif
