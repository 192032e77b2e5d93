/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inputs, dense layers, sums and the functions that work on each value by itself. */
#include "net/exponential.h"
#include "net/layer.h"

#include <string.h>

/* --- matrix products, for all kinds of layers --- */

/* Returns a view of a matrix that is stored row by row. */
static struct net_matrix plain(const float *values, size_t columns)
{
    return (struct net_matrix){values, columns, 1};
}

/* Returns a view of the transpose of a matrix that is stored row by row. */
static struct net_matrix transposed(const float *values, size_t columns)
{
    return (struct net_matrix){values, 1, columns};
}

void layer_product(const struct layer_step *step, size_t rows, const float *in, float *out)
{
    size_t inputs = step->layer->inputs, columns = step->layer->matrix / inputs;
    for (size_t i = 0; i < rows; i++) {
        if (step->layer->vector == columns) /* a bias for each column; others do not belong to the product */
            memcpy(out + i * columns, step->vector, columns * sizeof *out);
        else
            memset(out + i * columns, 0, columns * sizeof *out);
    }
    if (step->panels && !step->product->blas)
        product_add_packed(step->product, rows, plain(in, inputs), step->panels, out, columns);
    else
        product_add(step->product, rows, columns, inputs, plain(in, inputs), plain(step->matrix, columns),
                    out, columns);
}

/* Adds the gradients of rows first .. first + count - 1 of the matrix: in' x out_gradient. With the last row
 * also adds those of the bias, if each column has one. `rows`: rows of `in` and of `out_gradient`. */
static void add_weight_gradients(const struct layer_step *step, size_t rows, const float *in,
                                 const float *out_gradient, size_t first, size_t count)
{
    size_t inputs = step->layer->inputs, columns = step->layer->matrix / inputs;
    bool biased = step->layer->vector == columns && first + count == inputs;
    for (size_t i = 0; i < rows && biased; i++)
        layer_add_values(step->vector_gradient, out_gradient + i * columns, columns);
    product_add(step->product, count, columns, rows, transposed(in + first, inputs),
                plain(out_gradient, columns), step->matrix_gradient + first * columns, columns);
}

void layer_product_back(const struct layer_step *step, size_t rows, const float *in,
                        const float *out_gradient, float *in_gradient)
{
    size_t inputs = step->layer->inputs, columns = step->layer->matrix / inputs;
    /* Of the weights: in' x out_gradient; of `in`: out_gradient x matrix'. */
    if (step->matrix_gradient)
        add_weight_gradients(step, rows, in, out_gradient, 0, inputs);
    if (in_gradient)
        product_add(step->product, rows, inputs, columns, plain(out_gradient, columns),
                    transposed(step->matrix, columns), in_gradient, inputs);
}

/* --- input --- */

/* Checks the shape of an input; a height or width of 0 becomes 1. */
static enum status resolve_input(struct net_layer *layer, const struct net_layer *from, struct error *error)
{
    struct net_row *row = &layer->row;
    (void)from;
    row->height = row->height ? row->height : 1;
    row->width = row->width ? row->width : 1;
    if (row->channels < 1)
        return error_set(error, STATUS_BAD, "an input without channels");
    return STATUS_OK;
}

/* Does nothing: the caller sets an input's values. */
static void no_step(const struct layer_step *step)
{
    (void)step;
}

const struct layer_kind layer_input = {
    .name = "input", .resolve = resolve_input, .forward = no_step, .backward = no_step};

/* --- dense --- */

/* Sets the shape and the numbers of weights of a dense layer. */
static enum status resolve_dense(struct net_layer *layer, const struct net_layer *from, struct error *error)
{
    struct net_row *row = &layer->row;
    row->height = row->width = 1;
    if (row->channels < 1)
        return error_set(error, STATUS_BAD, "a dense layer without channels");
    layer->inputs = from->size;
    layer->matrix = from->size * (size_t)row->channels;
    layer->vector = (size_t)row->channels;
    return STATUS_OK;
}

/* Computes the product of each sample's values and the matrix, plus the bias. */
static void dense_forward(const struct layer_step *step)
{
    layer_product(step, step->batch, step->in, step->out);
}

/* Adds the gradients of the weights and of the input. */
static void dense_backward(const struct layer_step *step)
{
    layer_product_back(step, step->batch, step->in, step->out_gradient, step->in_gradient);
}

/* Adds the gradients of `rows` rows of the matrix from `first` on. With the last row also adds those of the
 * bias. */
static void add_dense_weight_gradients(const struct layer_step *step, size_t first, size_t rows)
{
    add_weight_gradients(step, step->batch, step->in, step->out_gradient, first, rows);
}

const struct layer_kind layer_dense = {
    .name = "dense", .reads = true, .resolve = resolve_dense, .forward = dense_forward,
    .backward = dense_backward, .weigh = add_dense_weight_gradients};

/* --- layers with the shape of the layer that they read --- */

/* Sets the same shape as the layer that is read; no weights. */
static enum status resolve_same(struct net_layer *layer, const struct net_layer *from, struct error *error)
{
    (void)error;
    layer->row.height = from->row.height;
    layer->row.width = from->row.width;
    layer->row.channels = from->row.channels;
    return STATUS_OK;
}

/* Returns the number of values of the layer in the batch. */
static size_t count_values(const struct layer_step *step)
{
    return step->batch * step->layer->size;
}

/* Vectors of four values: at -O2 the compilers do not vectorise plain loops. */
typedef float lanes __attribute__((vector_size(16)));
typedef int32_t lane_masks __attribute__((vector_size(16)));
enum { LANES = 4 };

void layer_add_values(float *to, const float *from, size_t count)
{
    size_t i = 0;
    for (; i + LANES <= count; i += LANES) {
        lanes x, y;
        memcpy(&x, to + i, sizeof x);
        memcpy(&y, from + i, sizeof y);
        x += y;
        memcpy(to + i, &x, sizeof x);
    }
    for (; i < count; i++)
        to[i] += from[i];
}

/* Computes the sum of both layers that are read. */
static void add_forward(const struct layer_step *step)
{
    memmove(step->out, step->in, count_values(step) * sizeof *step->out);
    layer_add_values(step->out, step->also, count_values(step));
}

/* Adds the gradient of the sum to those of both layers. */
static void add_backward(const struct layer_step *step)
{
    if (step->in_gradient)
        layer_add_values(step->in_gradient, step->out_gradient, count_values(step));
    if (step->also_gradient)
        layer_add_values(step->also_gradient, step->out_gradient, count_values(step));
}

const struct layer_kind layer_add = {
    .name = "add", .reads = true, .reads_two = true, .resolve = resolve_same, .forward = add_forward,
    .backward = add_backward};

/* to[i] += x[i] y[i] */
static void add_products(float *to, const float *x, const float *y, size_t count)
{
    size_t i = 0;
    for (; i + LANES <= count; i += LANES) {
        lanes sum, one, two;
        memcpy(&sum, to + i, sizeof sum);
        memcpy(&one, x + i, sizeof one);
        memcpy(&two, y + i, sizeof two);
        sum += one * two;
        memcpy(to + i, &sum, sizeof sum);
    }
    for (; i < count; i++)
        to[i] += x[i] * y[i];
}

/* Computes the product of both layers that are read, value by value. */
static void multiply_forward(const struct layer_step *step)
{
    memset(step->out, 0, count_values(step) * sizeof *step->out);
    add_products(step->out, step->in, step->also, count_values(step));
}

/* Adds to the gradient of each layer the output's gradient times the other layer's value. */
static void multiply_backward(const struct layer_step *step)
{
    if (step->in_gradient)
        add_products(step->in_gradient, step->out_gradient, step->also, count_values(step));
    if (step->also_gradient)
        add_products(step->also_gradient, step->out_gradient, step->in, count_values(step));
}

const struct layer_kind layer_multiply = {
    .name = "multiply", .reads = true, .reads_two = true, .resolve = resolve_same, .forward =
        multiply_forward, .backward = multiply_backward};

/* Computes max(0, x) without a branch, because a branch on random signs is slow. */
static void relu_forward(const struct layer_step *step)
{
    const float *in = step->in;
    float *out = step->out;
    size_t i = 0, count = count_values(step);
    for (; i + LANES <= count; i += LANES) {
        lanes x;
        memcpy(&x, in + i, sizeof x);
        x = (lanes)((lane_masks)x & (x > 0));
        memcpy(out + i, &x, sizeof x);
    }
    for (; i < count; i++)
        out[i] = in[i] > 0 ? in[i] : 0;
}

/* Adds the gradient where the input is above 0. Works without a branch. */
static void relu_backward(const struct layer_step *step)
{
    const float *in = step->in, *out_gradient = step->out_gradient;
    float *in_gradient = step->in_gradient;
    size_t i = 0, count = in_gradient ? count_values(step) : 0;
    for (; i + LANES <= count; i += LANES) {
        lanes x, g, sum;
        memcpy(&x, in + i, sizeof x);
        memcpy(&g, out_gradient + i, sizeof g);
        memcpy(&sum, in_gradient + i, sizeof sum);
        sum += (lanes)((lane_masks)g & (x > 0));
        memcpy(in_gradient + i, &sum, sizeof sum);
    }
    for (; i < count; i++)
        in_gradient[i] += in[i] > 0 ? out_gradient[i] : 0;
}

const struct layer_kind layer_relu = {
    .name = "relu", .reads = true, .resolve = resolve_same, .forward = relu_forward, .backward =
        relu_backward};

/* gelu(x) = x logistic(u), u = 2 sqrt(2 / pi) (x + 0.044715 x^3): Hendrycks & Gimpel 2016, with tanh
 * written as a logistic function. */
static const float gelu_slope = 1.5957691f, gelu_cube = 0.044715f;

/* Computes gelu(x) of each value. */
static void gelu_forward(const struct layer_step *step)
{
    for (size_t i = 0; i < count_values(step); i++) {
        float x = step->in[i];
        step->out[i] = x * net_logistic(gelu_slope * (x + gelu_cube * x * x * x));
    }
}

/* Adds the output's gradient times the derivative of gelu. */
static void gelu_backward(const struct layer_step *step)
{
    for (size_t i = 0; i < count_values(step) && step->in_gradient; i++) {
        float x = step->in[i], p = net_logistic(gelu_slope * (x + gelu_cube * x * x * x));
        float slope = gelu_slope * (1 + 3 * gelu_cube * x * x);
        step->in_gradient[i] += step->out_gradient[i] * (p + x * p * (1 - p) * slope);
    }
}

const struct layer_kind layer_gelu = {
    .name = "gelu", .reads = true, .resolve = resolve_same, .forward = gelu_forward, .backward =
        gelu_backward};
