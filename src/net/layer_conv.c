/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Convolutions and their transposes, as matrix products.
 *
 * The windows of an image are the rows of a matrix. Each square of the smaller image has one window: the
 * kernel x kernel squares of the larger image around the square at stride x its coordinates, row by row, with
 * all channels. Squares beyond the edge are zeros.
 *   convolution:    out = bias + windows(in) x matrix; matrix (kernel^2 x channels read) x channels
 *   its transpose:  windows(out) += in x matrix;       matrix channels read x (kernel^2 x channels)
 * A kernel of 1 and a stride of 1 need no windows: the image is the matrix. */
#include "net/layer.h"
#include "net/sparse_conv.h"

#include <string.h>

enum { CHUNK = 1 << 19 }; /* max floats of a matrix of windows for several samples: 2 MB */

/* The windows of the larger image on the squares of the smaller one. */
struct windows {
    int height, width;       /* of the larger image */
    int rows, columns;       /* of the smaller one */
    int kernel, stride;
    size_t channels;         /* of the larger one */
};

/* Returns the floats of one window. */
static size_t window_size(const struct windows *windows)
{
    return (size_t)(windows->kernel * windows->kernel) * windows->channels;
}

/* Finds the image squares of line `i` of the window of (row, column): those from `left` to `right` - 1 of the
 * line are inside the image. `square`: the image index of the line's first square, which may be outside.
 * Returns false if the whole line is outside. */
static bool find_line(const struct windows *windows, int row, int column, int i, int *left, int *right,
                      long *square)
{
    int edge = windows->kernel / 2, y = row * windows->stride + i - edge, x = column * windows->stride - edge;
    *left = x < 0 ? -x : 0;
    *right = x + windows->kernel > windows->width ? windows->width - x : windows->kernel;
    *square = (long)y * windows->width + x;
    return y >= 0 && y < windows->height;
}

/* Writes the windows of an image to a matrix, one row for each; squares beyond the edge become zeros. */
static void write_windows(const struct windows *windows, const float *image, float *matrix)
{
    size_t channels = windows->channels, line_size = (size_t)windows->kernel * channels;
    for (int row = 0; row < windows->rows; row++)
        for (int column = 0; column < windows->columns; column++)
            for (int i = 0; i < windows->kernel; i++, matrix += line_size) {
                int left, right;
                long square;
                if (!find_line(windows, row, column, i, &left, &right, &square)) {
                    memset(matrix, 0, line_size * sizeof *matrix);
                    continue;
                }
                /* The squares inside the image, and zeros on both sides of them. */
                const float *inside = image + (square + left) * (long)channels;
                memcpy(matrix + (size_t)left * channels, inside,
                       (size_t)(right - left) * channels * sizeof *matrix);
                if (left > 0)
                    memset(matrix, 0, (size_t)left * channels * sizeof *matrix);
                if (right < windows->kernel)
                    memset(matrix + (size_t)right * channels, 0,
                           (size_t)(windows->kernel - right) * channels * sizeof *matrix);
            }
}

/* Adds the rows of a matrix of windows to the squares of an image. Numbers beyond the edge are dropped. */
static void add_windows(const struct windows *windows, const float *matrix, float *image)
{
    size_t channels = windows->channels, line_size = (size_t)windows->kernel * channels;
    for (int row = 0; row < windows->rows; row++)
        for (int column = 0; column < windows->columns; column++)
            for (int i = 0; i < windows->kernel; i++, matrix += line_size) {
                int left, right;
                long square;
                if (!find_line(windows, row, column, i, &left, &right, &square))
                    continue;
                layer_add_values(image + (square + left) * (long)channels, matrix + (size_t)left * channels,
                                 (size_t)(right - left) * channels);
            }
}

/* --- convolution --- */

/* Sets the shape and the numbers of weights of a convolution. */
static enum status resolve_conv(struct net_layer *layer, const struct net_layer *from, struct error *error)
{
    struct net_row *row = &layer->row;
    row->height = (from->row.height + row->stride - 1) / row->stride;
    row->width = (from->row.width + row->stride - 1) / row->stride;
    if (row->channels < 1 || row->kernel == 2) /* the kernel is 1 .. 3 (check_row) */
        return error_set(error, STATUS_BAD,
                         "found a convolution of kernel %d to %d channels, expected kernel 1 or 3",
                         row->kernel, row->channels);
    layer->inputs = (size_t)(row->kernel * row->kernel) * (size_t)from->row.channels;
    layer->matrix = layer->inputs * (size_t)row->channels;
    layer->vector = (size_t)row->channels;
    return STATUS_OK;
}

/* Returns the geometry of a convolution's windows. */
static struct windows conv_windows(const struct net_layer *layer, const struct net_layer *from)
{
    return (struct windows){from->row.height, from->row.width, layer->row.height, layer->row.width,
                            layer->row.kernel, layer->row.stride, (size_t)from->row.channels};
}

/* Returns whether the convolution needs a matrix of windows. If it does not, the image is that matrix. */
static bool needs_windows(const struct net_layer *layer)
{
    return layer->row.kernel > 1 || layer->row.stride > 1;
}

/* Returns how many samples share one matrix of windows, so that one product reads the weights only once for
 * all of them. At least 1. */
static size_t conv_chunk(const struct net_layer *layer, const struct windows *windows)
{
    size_t chunk = CHUNK / (layer->squares * window_size(windows));
    return chunk > 0 ? chunk : 1;
}

/* Returns the work space in floats: two matrices of windows, for values and for gradients. */
static size_t conv_space(const struct net_layer *layer, const struct net_layer *from)
{
    struct windows windows = conv_windows(layer, from);
    if (!needs_windows(layer))
        return 0;
    return 2 * conv_chunk(layer, &windows) * layer->squares * window_size(&windows);
}

/* Computes a convolution: by the matrix of windows in chunks of samples, or by sparse_conv if the input is
 * mostly zeros. */
static void conv_forward(const struct layer_step *step)
{
    const struct net_layer *layer = step->layer, *from = step->from;
    struct windows windows = conv_windows(layer, from);
    if (!needs_windows(layer)) {
        layer_product(step, step->batch * layer->squares, step->in, step->out);
        return;
    }
    if (sparse_conv_suits(step)) {
        sparse_conv_forward(step);
        return;
    }
    size_t size = layer->squares * window_size(&windows); /* floats of the windows of one sample */
    size_t chunk = conv_chunk(layer, &windows);
    for (size_t first = 0; first < step->batch; first += chunk) {
        size_t count = step->batch - first < chunk ? step->batch - first : chunk;
        for (size_t i = 0; i < count; i++)
            write_windows(&windows, step->in + (first + i) * from->size, step->space + i * size);
        layer_product(step, count * layer->squares, step->space, step->out + first * layer->size);
    }
}

/* Adds the gradients of a convolution, by the same way as conv_forward. The first half of the work space has
 * the windows. The second half has their gradients, which are added to those of the squares. */
static void conv_backward(const struct layer_step *step)
{
    const struct net_layer *layer = step->layer, *from = step->from;
    struct windows windows = conv_windows(layer, from);
    size_t size = layer->squares * window_size(&windows), chunk = conv_chunk(layer, &windows);
    float *gradient = step->in_gradient ? step->space + chunk * size : NULL;
    if (!needs_windows(layer)) {
        layer_product_back(step, step->batch * layer->squares, step->in, step->out_gradient,
                           step->in_gradient);
        return;
    }
    if (sparse_conv_suits(step)) {
        sparse_conv_backward(step);
        return;
    }
    for (size_t first = 0; first < step->batch; first += chunk) {
        size_t count = step->batch - first < chunk ? step->batch - first : chunk;
        for (size_t i = 0; i < count; i++)
            write_windows(&windows, step->in + (first + i) * from->size, step->space + i * size);
        if (gradient)
            memset(gradient, 0, count * size * sizeof *gradient);
        /* The gradients of the weights, and of the windows; the latter go back to their squares. */
        layer_product_back(step, count * layer->squares, step->space,
                           step->out_gradient + first * layer->size, gradient);
        for (size_t i = 0; i < count && gradient; i++)
            add_windows(&windows, gradient + i * size, step->in_gradient + (first + i) * from->size);
    }
}

const struct layer_kind layer_conv = {
    .name = "conv", .reads = true, .resolve = resolve_conv, .forward = conv_forward,
    .backward = conv_backward, .space = conv_space};

/* --- its transpose --- */

/* Sets the shape and the numbers of weights of a transposed convolution. */
static enum status resolve_deconv(struct net_layer *layer, const struct net_layer *from, struct error *error)
{
    struct net_row *row = &layer->row;
    row->height = 2 * from->row.height;
    row->width = 2 * from->row.width;
    if (row->channels < 1 || row->kernel != 3 || row->stride != 2 || row->height > NET_SIDE_MAX ||
        row->width > NET_SIDE_MAX)
        return error_set(error, STATUS_BAD, "found a deconvolution of kernel %d and stride %d to "
                         "%dx%dx%d, expected 3 and 2, sides to %d", row->kernel, row->stride,
                         row->height, row->width, row->channels, NET_SIDE_MAX);
    layer->inputs = (size_t)from->row.channels;
    layer->matrix = layer->inputs * (size_t)(row->kernel * row->kernel) * (size_t)row->channels;
    layer->vector = (size_t)row->channels;
    return STATUS_OK;
}

/* Returns the geometry of the windows: here the layer's own image is the larger one. */
static struct windows deconv_windows(const struct net_layer *layer, const struct net_layer *from)
{
    return (struct windows){layer->row.height, layer->row.width, from->row.height, from->row.width,
                            layer->row.kernel, layer->row.stride, (size_t)layer->row.channels};
}

/* Returns the work space in floats: the windows of one sample. */
static size_t deconv_space(const struct net_layer *layer, const struct net_layer *from)
{
    struct windows windows = deconv_windows(layer, from);
    return from->squares * window_size(&windows);
}

/* Computes a transposed convolution: the product with the input gives windows, which are added to the image.
 * Each square has the bias once, however many windows cover it. */
static void deconv_forward(const struct layer_step *step)
{
    const struct net_layer *layer = step->layer, *from = step->from;
    struct windows windows = deconv_windows(layer, from);
    for (size_t sample = 0; sample < step->batch; sample++) {
        float *out = step->out + sample * layer->size;
        for (size_t square = 0; square < layer->squares; square++)
            memcpy(out + square * layer->vector, step->vector, layer->vector * sizeof *out);
        layer_product(step, from->squares, step->in + sample * from->size, step->space);
        add_windows(&windows, step->space, out);
    }
}

/* Adds the gradients of a transposed convolution: the windows of the gradient are the gradient of the
 * product. The bias is not part of the product, so its gradient is added here. */
static void deconv_backward(const struct layer_step *step)
{
    const struct net_layer *layer = step->layer, *from = step->from;
    struct windows windows = deconv_windows(layer, from);
    for (size_t sample = 0; sample < step->batch; sample++) {
        const float *gradient = step->out_gradient + sample * layer->size;
        for (size_t square = 0; square < layer->squares && step->vector_gradient; square++)
            layer_add_values(step->vector_gradient, gradient + square * layer->vector, layer->vector);
        write_windows(&windows, gradient, step->space);
        layer_product_back(step, from->squares, step->in + sample * from->size, step->space,
                           step->in_gradient ? step->in_gradient + sample * from->size : NULL);
    }
}

const struct layer_kind layer_deconv = {
    .name = "deconv", .reads = true, .resolve = resolve_deconv, .forward = deconv_forward,
    .backward = deconv_backward, .space = deconv_space};
