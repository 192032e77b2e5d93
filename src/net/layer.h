/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions of each kind of layer: a table with one row for each kind. A new kind is a row in layer_kinds
 * (net.c) and its functions. */
#ifndef VEDETTE_NET_LAYER_H
#define VEDETTE_NET_LAYER_H

#include "net/net.h"

/* The arguments of forward and backward: one layer and its arrays, for a batch. */
struct layer_step {
    const struct net_layer *layer, *from; /* the layer; the layer that it reads, or NULL */
    const struct product_panels *panels;  /* the packed matrix; NULL: not packed */
    const float *matrix, *vector;         /* the layer's weights */
    const float *in, *also;               /* values of the layers that it reads */
    float *out;                           /* its own values */
    float *in_gradient, *also_gradient;   /* gradients of `in` and `also`, to add to; NULL: not needed */
    const float *out_gradient;            /* gradient of `out` */
    float *matrix_gradient, *vector_gradient; /* gradients of the weights, to add to; NULL: not needed */
    bool idle_zeros;                      /* where `in` is 0, its gradient is not used */
    size_t batch;                         /* number of samples */
    struct product *product;
    float *space;                         /* work space: as many floats as layer_kind.space returns */
};

struct layer_kind {
    const char *name;
    bool reads, reads_two; /* reads another layer (`from`); reads a second one too (`also`) */
    /* Fills in the shape and the numbers of weights of a layer. `from` is NULL for an input. */
    enum status (*resolve)(struct net_layer *layer, const struct net_layer *from, struct error *error);
    /* Computes `out`. */
    void (*forward)(const struct layer_step *step);
    /* Adds to all gradients that are not NULL. */
    void (*backward)(const struct layer_step *step);
    /* Adds only the gradients of rows first .. first + rows - 1 of the matrix. With the last row also adds
     * those of the vector. NULL: the gradients of the layer's weights cannot be split into rows. */
    void (*weigh)(const struct layer_step *step, size_t first, size_t rows);
    /* Returns the floats of work space that forward and backward need, for any batch. NULL: none. */
    size_t (*space)(const struct net_layer *layer, const struct net_layer *from);
};

extern const struct layer_kind *const layer_kinds[NET_KINDS];

extern const struct layer_kind layer_input, layer_dense, layer_conv, layer_deconv, layer_add, layer_norm,
    layer_relu, layer_gelu, layer_embedding, layer_multiply, layer_bag, layer_sparse;

/* to[i] += from[i] */
void layer_add_values(float *to, const float *from, size_t count);

/* Computes out = bias + in x matrix for `rows` rows of `in`. For layers whose weights are packed. */
void layer_product(const struct layer_step *step, size_t rows, const float *in, float *out);

/* Adds the gradients of layer_product: of the weights, and of `in` if in_gradient is not NULL. */
void layer_product_back(const struct layer_step *step, size_t rows, const float *in,
                        const float *out_gradient, float *in_gradient);

#endif
