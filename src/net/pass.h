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

/* Memory for the values of all layers; each thread has its own. */
struct net_pass;

enum net_use {
    NET_INFER,       /* forward passes only */
    NET_LEARN,       /* forward and backward passes */
    NET_LEARN_INPUTS /* the same, with the gradients of the inputs */
};

/* Creates a pass for batches of 1 .. `max_batch` samples. `blas` may be NULL: our own product. The network
 * must outlive the pass; its weights may change between a backward pass and the next forward pass. */
struct net_pass *net_pass_new(const struct net *net, size_t max_batch, enum net_use use,
                              const struct blas *blas);
void net_pass_free(struct net_pass *pass);

/* Returns the values of a layer, `size` floats for each sample; the caller sets those of inputs. */
float *net_values(struct net_pass *pass, int layer);

/* Makes the pass read an input's values from the caller's memory, which several passes may share. */
void net_pass_read(struct net_pass *pass, int layer, const float *values);

/* Returns the gradients of the loss with respect to the layer's values. net_forward sets all to 0; before
 * net_backward the caller adds those of the layers that its loss uses. NULL if the pass computes none. */
float *net_gradients(struct net_pass *pass, int layer);

/* Restricts the pass to these layers and those that they read, forward and backward: for example to one
 * of several heads. NULL: all layers, as at the start. Values and gradients of other layers are not valid
 * then. */
void net_pass_want(struct net_pass *pass, const int *layers, size_t count);

/* Computes the values of all wanted layers from the inputs of `batch` samples (1 .. max_batch). */
void net_forward(struct net_pass *pass, size_t batch);

/* Adds to `gradient` the gradient of the loss with respect to the weights, summed over the batch of the last
 * net_forward, in the order of the samples. */
void net_backward(struct net_pass *pass, float *gradient);

/* Does the work of net_backward in two steps, so that several threads can share a batch and still sum each
 * gradient in the order of the samples. Each slice of the batch has its own pass, for which one thread calls
 * net_backward_values. When all are done, a thread calls net_backward_part for all passes in order; other
 * threads do so for other parts. */
void net_backward_values(struct net_pass *pass);

/* A part of the weights: some rows of a layer's matrix; with the last row, the layer's vector too. */
struct net_part {
    int layer;
    size_t first, rows;
    size_t at, count; /* index of the first weight in net->weight; number of weights */
};

/* Lists the parts of all weights, in order, with about 32,768 weights each. Returns their number; `parts` may
 * be NULL. */
size_t net_parts(const struct net *net, struct net_part *parts);

/* Adds to gradient[part->at ..] what net_backward would add there; after net_backward_values. */
void net_backward_part(struct net_pass *pass, const struct net_part *part, float *gradient);

/* Sets the vectors of our own product: 4 or 8 floats; 0: the widest of the processor; 1: plain loops. For
 * comparisons: all give the same bits. */
void net_pass_lanes(struct net_pass *pass, int lanes);

#endif
