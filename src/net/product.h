/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrix products of floats.
 *
 * Our own product gives the same bits on every machine: an element of the result is the sum of its terms
 * in the order of k, each product and each sum rounded to a float. The width of the processor's vectors
 * and the sizes of blocks do not matter. A library's product (net/blas.h) is faster and rounds in its own
 * way. */
#ifndef VEDETTE_NET_PRODUCT_H
#define VEDETTE_NET_PRODUCT_H

#include <stdbool.h>
#include <stddef.h>

struct blas;

/* A matrix to read: element (i, j) at [i * row + j * column]. One of the two strides is 1. */
struct net_matrix {
    const float *at;
    size_t row, column;
};

/* The choice of the product function, and work space; each thread has its own. Starts as {0}. */
struct product {
    const struct blas *blas; /* NULL: our own */
    int lanes;               /* vectors of our own product: 4 or 8 floats; 0: the widest the processor has;
                              * 1: plain loops */
    float *space;
    size_t capacity;
};

/* Frees the work space. */
void product_free(struct product *product);

/* C += A B with C of m x n elements (row-major, rows c_row floats apart), A of m x k, B of k x n. */
void product_add(struct product *product, size_t m, size_t n, size_t k, struct net_matrix a,
                 struct net_matrix b, float *c, size_t c_row);

/* B packed for our own product: made once for many products. */
struct product_panels {
    size_t k, n;
    float *at; /* panels of 16 columns, the last one filled up with zeros */
    void *block;
};

/* Packs B of k x n. */
void product_pack(struct net_matrix b, size_t k, size_t n, struct product_panels *panels);
void product_panels_free(struct product_panels *panels);

/* Computes C += A B by our own product with a packed B: the bits of product_add without a library. */
void product_add_packed(struct product *product, size_t m, struct net_matrix a,
                        const struct product_panels *b, float *c, size_t c_row);

/* Returns the widest vectors of our own product on this processor: 4 or 8 floats. */
int product_lanes(void);

#endif
