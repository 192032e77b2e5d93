/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A convolution of an input that is mostly zeros, for example planes with a 1 on few squares. It multiplies
 * only the values that are not zero. */
#ifndef VEDETTE_NET_SPARSE_CONV_H
#define VEDETTE_NET_SPARSE_CONV_H

#include "net/layer.h"

/* Returns whether this convolution is possible and faster. It must read the network's input, with kernel 3
 * and stride 1, need no gradient of the input and use no plain loops (struct product). At most an eighth of
 * the values of the batch's first sample may be other than zero. */
bool sparse_conv_suits(const struct layer_step *step);

/* Computes the layer's values. They have the bits of our own product, because the skipped terms are zeros.
 * Uses step->space. */
void sparse_conv_forward(const struct layer_step *step);
/* Adds the gradients of the layer's weights, with the bits of our own product. Uses step->space. */
void sparse_conv_backward(const struct layer_step *step);

#endif
