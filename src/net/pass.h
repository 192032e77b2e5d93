/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The forward and the backward pass of a network over a batch of samples.
 *
 *     struct net_pass *pass = net_pass_new(net, 128, NET_LEARN, NULL);
 *     fill net_values(pass, 0) with the samples' inputs, one after the other
 *     net_forward(pass, 128);
 *     read net_values(pass, 3); write the loss's gradient to net_gradients(pass, 3)
 *     net_backward(pass, gradient);         adds to gradient[0 .. net->weights - 1]
 *
 * With our own product a sample's values are the same bits on every machine and in every batch. */
#ifndef VEDETTE_NET_PASS_H
#define VEDETTE_NET_PASS_H

#include "net/net.h"

/* Memory for the values of each layer; each thread has its own. */
struct net_pass;

enum net_use {
    NET_ANSWER,      /* forward passes only */
    NET_LEARN,       /* and backward passes */
    NET_LEARN_INPUTS /* which give the gradients of the inputs too */
};

/* For batches of 1 .. `most` samples. `blas` may be NULL: our own product. The network outlives the pass; its
 * weights may change between a backward pass and the next forward pass. */
struct net_pass *net_pass_new(const struct net *net, size_t most, enum net_use use, const struct blas *blas);
void net_pass_free(struct net_pass *pass);

/* The values of a layer, `size` a sample: the caller fills those of inputs. */
float *net_values(struct net_pass *pass, int layer);

/* From now on an input's values are read from memory of the caller, which several passes may share. */
void net_pass_read(struct net_pass *pass, int layer, const float *values);

/* The gradients of a loss with respect to the layer's values. net_forward sets all to 0; between it and
 * net_backward the caller adds those of the layers that the loss reads. NULL where the pass computes none. */
float *net_gradients(struct net_pass *pass, int layer);

/* From now on only these layers, and those that they read, are computed, forward and backward: e.g. one head
 * of several. NULL: all, as at first. Values and gradients of the others are not to be read. */
void net_pass_want(struct net_pass *pass, const int *layers, size_t count);

void net_forward(struct net_pass *pass, size_t batch);

/* Adds to `gradient` the loss's gradient with respect to the weights, summed over the batch of the last
 * net_forward, in the order of the samples. */
void net_backward(struct net_pass *pass, float *gradient);

/* The same in two steps, so that several threads can share a batch and still sum each gradient in the order
 * of its samples. Each slice of the batch has a pass of its own, for which one thread calls
 * net_backward_values; when all are done, one thread calls net_backward_part for all passes in order, and
 * others do so for other parts. */
void net_backward_values(struct net_pass *pass);

/* Rows of a layer's matrix, with the last its vector too. */
struct net_part {
    int layer;
    size_t first, rows;
    size_t at, count; /* the place of the weights in net->weight, and how many */
};

/* The parts of all weights, in order, of some 32,768 each. Returns how many; `parts` may be NULL. */
size_t net_parts(const struct net *net, struct net_part *parts);

/* Adds to gradient[part->at ..] what net_backward adds there. */
void net_backward_part(struct net_pass *pass, const struct net_part *part, float *gradient);

/* The vectors of our own product: 4 or 8 floats; 0: the widest of the processor; 1: plain loops. To compare:
 * all give the same bits. */
void net_pass_lanes(struct net_pass *pass, int lanes);

#endif
