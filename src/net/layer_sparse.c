/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Layers that read only few of their weights for a sample: bags of learnt vectors, and products with values
 * that are mostly zero. Only terms that are zero are skipped, and the others are added in the order of a
 * dense product. */
#include "net/filled.h"
#include "net/layer.h"

enum { LANES = FILLED_LANES };

typedef filled_lanes lanes;

/* Adds to out[0 .. columns - 1] the sum of value x matrix row over the cells, in their order. `count`: number
 * of cells. Works on four vectors of columns at a time, whose sums stay in registers. */
static void add_matrix_rows(const float *matrix, size_t columns, const struct filled_cell *cells,
                            uint32_t count, float *out)
{
    size_t column = 0;
    for (; column + 4 * LANES <= columns; column += 4 * LANES) {
        lanes sum0, sum1, sum2, sum3, term;
        memcpy(&sum0, out + column, sizeof term);
        memcpy(&sum1, out + column + LANES, sizeof term);
        memcpy(&sum2, out + column + 2 * LANES, sizeof term);
        memcpy(&sum3, out + column + 3 * LANES, sizeof term);
        for (uint32_t i = 0; i < count; i++) {
            const float *row = matrix + cells[i].index * columns + column, value = cells[i].value;
            memcpy(&term, row, sizeof term);
            sum0 += value * term;
            memcpy(&term, row + LANES, sizeof term);
            sum1 += value * term;
            memcpy(&term, row + 2 * LANES, sizeof term);
            sum2 += value * term;
            memcpy(&term, row + 3 * LANES, sizeof term);
            sum3 += value * term;
        }
        memcpy(out + column, &sum0, sizeof term);
        memcpy(out + column + LANES, &sum1, sizeof term);
        memcpy(out + column + 2 * LANES, &sum2, sizeof term);
        memcpy(out + column + 3 * LANES, &sum3, sizeof term);
    }
    for (; column < columns; column++)
        for (uint32_t i = 0; i < count; i++)
            out[column] += cells[i].value * matrix[cells[i].index * columns + column];
}

/* Returns the work space in floats: one cell for each value that is read. */
static size_t cells_space(const struct net_layer *layer, const struct net_layer *from)
{
    (void)layer;
    return from->size * sizeof(struct filled_cell) / sizeof(float);
}

/* Returns the work space as cells. */
static struct filled_cell *work_cells(const struct layer_step *step)
{
    return (struct filled_cell *)(void *)step->space;
}

/* --- bag --- */

/* Sets the shape and the numbers of weights of a bag. A bag reads indices of its vectors, so the layer before
 * it must be an input. */
static enum status resolve_bag(struct net_layer *layer, const struct net_layer *from, struct error *error)
{
    struct net_row *row = &layer->row;
    row->height = row->width = 1;
    if (row->channels < 1 || row->entries < 1 || from->row.kind != NET_INPUT)
        return error_set(error, STATUS_BAD,
                         "found a bag of %d entries to %d channels, from %s, expected at least 1, to at "
                         "least 1, from an input", row->entries, row->channels,
                         layer_kinds[from->row.kind]->name);
    layer->matrix = (size_t)row->entries * (size_t)row->channels;
    layer->vector = (size_t)row->channels;
    return STATUS_OK;
}

/* Computes the bias plus the vectors of all indices; numbers that are not indices are skipped. */
static void bag_forward(const struct layer_step *step)
{
    struct filled_cell *cells = work_cells(step);
    size_t columns = step->layer->vector;
    for (size_t sample = 0; sample < step->batch; sample++) {
        const float *in = step->in + sample * step->from->size;
        float *out = step->out + sample * columns;
        uint32_t count = 0;
        for (size_t i = 0; i < step->from->size; i++)
            if (in[i] >= 0 && in[i] < (float)step->layer->row.entries)
                cells[count++] = (struct filled_cell){(uint32_t)in[i], 1};
        memcpy(out, step->vector, columns * sizeof *out);
        add_matrix_rows(step->matrix, columns, cells, count, out);
    }
}

/* Adds the gradients of the vectors first .. first + rows - 1. With the last one also adds those of the
 * bias. */
static void add_bag_weight_gradients(const struct layer_step *step, size_t first, size_t rows)
{
    size_t columns = step->layer->vector, end = first + rows;
    bool last = end == (size_t)step->layer->row.entries;
    for (size_t sample = 0; sample < step->batch; sample++) {
        const float *in = step->in + sample * step->from->size;
        const float *gradient = step->out_gradient + sample * columns;
        for (size_t i = 0; i < step->from->size; i++)
            if (in[i] >= (float)first && in[i] < (float)end)
                layer_add_values(step->matrix_gradient + (size_t)in[i] * columns, gradient, columns);
        if (last)
            layer_add_values(step->vector_gradient, gradient, columns);
    }
}

/* Adds the gradients of all weights. The inputs are indices, so they have no gradients. */
static void bag_backward(const struct layer_step *step)
{
    if (step->matrix_gradient)
        add_bag_weight_gradients(step, 0, (size_t)step->layer->row.entries);
}

const struct layer_kind layer_bag = {
    .name = "bag", .reads = true, .resolve = resolve_bag, .forward = bag_forward, .backward = bag_backward,
    .weigh = add_bag_weight_gradients, .space = cells_space};

/* --- sparse --- */

/* Sets the shape and the number of weights of a sparse layer. */
static enum status resolve_sparse(struct net_layer *layer, const struct net_layer *from, struct error *error)
{
    struct net_row *row = &layer->row;
    row->height = row->width = 1;
    if (row->channels < 1)
        return error_set(error, STATUS_BAD, "a sparse layer without channels");
    layer->inputs = from->size;
    layer->matrix = from->size * (size_t)row->channels;
    return STATUS_OK;
}

/* Computes the product, with only the inputs that are not zero. The plain loops (lanes 1) serve as a
 * comparison. */
static void sparse_forward(const struct layer_step *step)
{
    struct filled_cell *cells = work_cells(step);
    size_t inputs = step->layer->inputs, columns = step->layer->size;
    if (step->product->lanes == 1) {
        layer_product(step, step->batch, step->in, step->out);
        return;
    }
    memset(step->out, 0, step->batch * columns * sizeof *step->out);
    for (size_t sample = 0; sample < step->batch; sample++) {
        uint32_t count = filled_find(step->in + sample * inputs, inputs, cells);
        add_matrix_rows(step->matrix, columns, cells, count, step->out + sample * columns);
    }
}

/* Adds the gradients of rows first .. first + rows - 1 of the matrix. A row whose input is zero gets none. */
static void add_sparse_weight_gradients(const struct layer_step *step, size_t first, size_t rows)
{
    size_t inputs = step->layer->inputs, columns = step->layer->size, end = first + rows;
    for (size_t sample = 0; sample < step->batch; sample++) {
        const float *in = step->in + sample * inputs;
        for (size_t i = filled_next(in, first, end); i < end; i = filled_next(in, i + 1, end))
            filled_add_scaled(step->matrix_gradient + i * columns, in[i], step->out_gradient +
                              sample * columns, columns);
    }
}

/* Adds the gradients of the inputs that are not zero. Four inputs are summed side by side, each in the order
 * of the outputs. */
static void add_input_gradients(const struct layer_step *step, const struct filled_cell *cells,
                                uint32_t count, const float *out_gradient, float *in_gradient)
{
    size_t columns = step->layer->size;
    for (uint32_t i = 0; i < count; i += LANES) {
        uint32_t index[LANES], used = count - i < LANES ? count - i : LANES;
        for (uint32_t n = 0; n < LANES; n++)
            index[n] = cells[n < used ? i + n : i].index; /* unused lanes repeat the first input */
        const float *a = step->matrix + index[0] * columns, *b = step->matrix + index[1] * columns;
        const float *c = step->matrix + index[2] * columns, *d = step->matrix + index[3] * columns;
        lanes sum = {in_gradient[index[0]], in_gradient[index[1]], in_gradient[index[2]],
                     in_gradient[index[3]]};
        for (size_t k = 0; k < columns; k++)
            sum += out_gradient[k] * (lanes){a[k], b[k], c[k], d[k]};
        for (uint32_t n = 0; n < used; n++)
            in_gradient[index[n]] = sum[n];
    }
}

/* Adds the gradients. If the gradients of zero inputs are used, the dense product computes them. */
static void sparse_backward(const struct layer_step *step)
{
    struct filled_cell *cells = work_cells(step);
    size_t inputs = step->layer->inputs, columns = step->layer->size;
    if (!step->idle_zeros) {
        layer_product_back(step, step->batch, step->in, step->out_gradient, step->in_gradient);
        return;
    }
    if (step->matrix_gradient)
        add_sparse_weight_gradients(step, 0, inputs);
    for (size_t sample = 0; sample < step->batch && step->in_gradient; sample++) {
        uint32_t count = filled_find(step->in + sample * inputs, inputs, cells);
        add_input_gradients(step, cells, count, step->out_gradient + sample * columns,
                            step->in_gradient + sample * inputs);
    }
}

const struct layer_kind layer_sparse = {
    .name = "sparse", .reads = true, .resolve = resolve_sparse, .forward = sparse_forward,
    .backward = sparse_backward, .weigh = add_sparse_weight_gradients, .space = cells_space};
