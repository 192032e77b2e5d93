/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adam (Kingma & Ba 2015, algorithm 1, with both bias corrections). Gradients are clipped before the step,
 * and the decay of the weights is separate from it (Loshchilov & Hutter 2019). */
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
    double clip_value;       /* each number of a gradient is clipped to +- this; 0: no clipping */
    double clip_norm;        /* a gradient with a larger norm is scaled to this norm; 0: no scaling */
    double decay;            /* a step first multiplies the weights by 1 - rate x decay; 0: no decay */
};

/* The authors' numbers: rate 0.001, beta1 0.9, beta2 0.999, epsilon 1e-8, no clipping. */
extern const struct adam_options adam_defaults;

/* The state of the optimiser; a checkpoint stores it besides the weights. */
struct adam {
    struct adam_options options; /* the rate may change between steps */
    size_t count;                /* weights */
    uint64_t step;               /* steps done or begun */
    float *mean, *square;        /* `count` floats each */
};

/* Creates the state for `count` weights, without steps. */
struct adam *adam_new(size_t count, const struct adam_options *options);
void adam_free(struct adam *adam);

/* Takes one step against the gradient of a loss: clips and scales gradient[0 .. count - 1] in place, then
 * changes the weights. Returns the gradient's norm before clipping. The same bits on every machine. */
double adam_step(struct adam *adam, struct net *net, float *gradient);

/* Begins the same step in parts, which different threads may do. Then call adam_step_part once for each part
 * of the weights, and net_changed last. The gradient is not clipped. */
void adam_begin(struct adam *adam);
/* Takes the step for the `count` weights from index `at` on. `gradient` is of all weights. */
void adam_step_part(struct adam *adam, struct net *net, const float *gradient, size_t at, size_t count);

#endif
