/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A convolution of an input that is mostly zeros, e.g. planes of which few squares have a 1. Only what is not
 * zero is read and multiplied. */
#ifndef VEDETTE_NET_SPARSE_CONV_H
#define VEDETTE_NET_SPARSE_CONV_H

#include "net/layer.h"

/* Whether the input is so empty that this is the faster way: at most an eighth of the batch's first sample is
 * not zero. Only for kernel 3 and stride 1, and where no gradient of the input is wanted. */
bool sparse_conv_suits(const struct layer_step *step);

/* The layer's values, and the gradient of its weights: the bits of our own product, whose further terms are
 * zeros. They use step->space as the convolution does. */
void sparse_conv_forward(const struct layer_step *step);
void sparse_conv_backward(const struct layer_step *step);

#endif
