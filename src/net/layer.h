/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each kind of layer can do: a row of functions a kind. A new kind is one row in layer_kinds (net.c)
 * and its functions. */
#ifndef VEDETTE_NET_LAYER_H
#define VEDETTE_NET_LAYER_H

#include "net/net.h"

/* One layer at work on a batch. */
struct layer_step {
    const struct net_layer *layer, *from;
    const struct product_panels *panels;  /* the packed matrix; NULL: not packed */
    const float *matrix, *vector;         /* weights */
    const float *in, *also;               /* values of the rows that are read */
    float *out;                           /* values of this one */
    float *in_gradient, *also_gradient;   /* are added to; NULL: not wanted */
    const float *out_gradient;
    float *matrix_gradient, *vector_gradient; /* are added to; NULL: not wanted */
    bool idle_zeros;                      /* where `in` is 0, nothing reads its gradient */
    size_t batch;
    struct product *product;
    float *space;                         /* `space` floats, as below */
};

struct layer_kind {
    const char *name;
    bool reads, reads_two;
    /* Fills in the shape and the numbers of weights of a layer. `from` is NULL for an input. */
    enum status (*resolve)(struct net_layer *layer, const struct net_layer *from, struct error *error);
    void (*forward)(const struct layer_step *step);
    void (*backward)(const struct layer_step *step);
    /* The gradients of rows first .. first + rows - 1 of the matrix alone, with the last row those of the
     * vector. May be NULL: backward computes all at once. */
    void (*weigh)(const struct layer_step *step, size_t first, size_t rows);
    /* Floats of work space that both need, for any batch. May be NULL: none. */
    size_t (*space)(const struct net_layer *layer, const struct net_layer *from);
};

extern const struct layer_kind *const layer_kinds[NET_KINDS];

extern const struct layer_kind layer_input, layer_dense, layer_conv, layer_deconv, layer_add, layer_norm,
    layer_relu, layer_gelu, layer_embedding, layer_multiply, layer_bag, layer_sparse;

/* to[i] += from[i] */
void layer_add_values(float *to, const float *from, size_t count);

/* out = bias + in x matrix, over `rows` rows of in. For layers whose weights are packed. */
void layer_product(const struct layer_step *step, size_t rows, const float *in, float *out);

/* The gradients of the same: of the weights, and where in_gradient is not NULL, of `in`. */
void layer_product_back(const struct layer_step *step, size_t rows, const float *in,
                        const float *out_gradient, float *in_gradient);

#endif
