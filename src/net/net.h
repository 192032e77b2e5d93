/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A feed-forward network that is described by data: one row for each layer. The weights are one array of
 * floats.
 *
 * The values of a layer are channels on squares: height x width x channels floats for each sample, with the
 * channels of a square next to each other. A vector has one square. The samples of a batch follow each other.
 *
 *     static const struct net_row rows[] = {
 *         {.kind = NET_INPUT, .channels = 30},
 *         {.kind = NET_DENSE, .from = 0, .channels = 64},
 *         {.kind = NET_RELU, .from = 1},
 *         {.kind = NET_DENSE, .from = 2, .channels = 3},   the policy's logits
 *         {.kind = NET_DENSE, .from = 2, .channels = 1},   the value
 *     };
 *     struct net *net = net_new(rows, 5, &error);
 *     net_start(net, seed);
 *
 * net/pass.h computes values and gradients, net/adam.h changes weights, net/weights.h stores them. */
#ifndef VEDETTE_NET_NET_H
#define VEDETTE_NET_NET_H

#include "base/error.h"
#include "base/text.h"
#include "net/product.h"

#include <stdbool.h>
#include <stdint.h>

enum net_kind {
    NET_INPUT,     /* values from the caller: height x width x channels; 0 for 1 of the first two */
    NET_DENSE,     /* all values of `from` to `channels` numbers, with a bias */
    NET_CONV,      /* convolution to `channels`, kernel 1 or 3, stride 1 or 2, zeros beyond the edge */
    NET_DECONV,    /* its transpose: kernel 3, stride 2, which doubles height and width */
    NET_ADD,       /* the sum of `from` and `also`, which have the same shape */
    NET_NORM,      /* layer norm over the channels of each square, with a gain and a shift for each channel */
    NET_RELU,      /* max(0, x) */
    NET_GELU,      /* x times the Gaussian distribution function, by its approximation with tanh */
    NET_EMBEDDING, /* replaces the index 0 .. entries - 1 on each square by its `channels` learnt numbers;
                    * other values by zeros */
    NET_MULTIPLY,  /* the product of `from` and `also`, value by value; with an input of factors: dropout */
    NET_BAG,       /* a bias plus the sum of learnt vectors of `channels` numbers: one vector for each value
                    * of an input that is an index 0 .. entries - 1; other values are ignored */
    NET_SPARSE,    /* like dense without a bias, for values that are mostly 0: skips the zeros */
    NET_KINDS
};

/* A layer as the caller describes it. A row may read only earlier rows. */
struct net_row {
    enum net_kind kind;
    int from, also;              /* indices of the rows that are read */
    int height, width, channels; /* input: all three; dense, conv, embedding, bag, sparse: channels; others:
                                  * as `from` */
    int kernel, stride;          /* of convolutions; 0 for 3 and 1 */
    int entries;                 /* of an embedding, of a bag */
    float scale;                 /* factor of the random start of the weights; 0 for 1 */
};

enum {
    NET_ROWS_MAX = 1000,
    NET_SIDE_MAX = 64,          /* of height and width */
    NET_CHANNELS_MAX = 65536,
    NET_VALUES_MAX = 1 << 22,   /* of one layer and sample */
    NET_WEIGHTS_MAX = 1 << 26
};

/* A row with its computed sizes. */
struct net_layer {
    struct net_row row;    /* with all shapes and defaults filled in */
    size_t squares, size;  /* height x width; that times channels */
    size_t inputs;         /* rows of the matrix of a product; 0: the layer has none */
    size_t matrix, vector; /* numbers of weights in the matrix and in the bias (norm: in gain and shift) */
    size_t at;             /* index of the matrix in net->weight; the vector follows it */
};

struct net {
    int count;
    struct net_layer *layers;
    size_t weights;
    float *weight;                 /* write to it, then call net_changed */
    struct product_panels *panels; /* of each layer, while packed */
    bool packed;
};

/* Creates a network with all weights 0. NULL, with `error` set to STATUS_BAD ("layer 3: what is wrong"), if
 * the rows do not describe a network. */
struct net *net_new(const struct net_row *rows, int count, struct error *error);

/* Checks the rows and stores the number of weights of their network, without creating it. */
enum status net_check(const struct net_row *rows, int count, size_t *weights, struct error *error);

/* Returns a copy, not packed. */
struct net *net_copy(const struct net *net);
void net_free(struct net *net);

/* Sets random weights by the seed: uniform in +-scale x sqrt(6 / inputs) (He et al. 2015); biases and shifts
 * 0, gains 1. */
void net_start(struct net *net, uint64_t seed);

/* Prepares the weights for inference: forward passes by our own product become faster, most of all with small
 * batches. The values have the same bits. */
void net_pack(struct net *net);

/* Must be called after each change of net->weight: frees what net_pack prepared. */
void net_changed(struct net *net);

/* Sets net's weights to (1 - share) x net's + share x other's, for example for a target network. Both must
 * have the same rows. */
void net_blend(struct net *net, const struct net *other, float share);

/* Returns whether both have the same rows, except for `scale`, which only net_start uses. */
bool net_same_rows(const struct net *one, const struct net *other);

/* Appends a description of a layer for people: "conv 10x10x64, kernel 3, stride 1, from 2". */
void net_describe(const struct net *net, int layer, struct text *out);

/* Returns the multiplications and additions of a forward pass's matrix products for one sample. */
double net_operations(const struct net *net);
/* Returns the multiplications and additions of a backward pass's matrix products for one sample, without the
 * gradients of inputs. */
double net_backward_operations(const struct net *net);

#endif
