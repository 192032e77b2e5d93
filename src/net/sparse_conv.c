/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "net/sparse_conv.h"

#include "net/filled.h"

#include <string.h>

enum {
    KERNEL = 3,
    LANES = FILLED_LANES,
    VECTORS = 4,    /* sums at a time, in registers */
    SQUARES_MAX = NET_SIDE_MAX * NET_SIDE_MAX
};

/* The values of one sample that are not zero. Those of square s are cells[first[s]] .. cells[first[s + 1] -
 * 1]; their indices are channels, in ascending order. */
struct filled_cells {
    struct filled_cell *cells;
    uint32_t first[SQUARES_MAX + 1];
};

bool sparse_conv_suits(const struct layer_step *step)
{
    size_t size = step->from->size, max_filled = size / 8, filled = 0;
    if (step->from->row.kind != NET_INPUT || step->layer->row.kernel != KERNEL ||
        step->layer->row.stride != 1 || step->in_gradient || step->product->lanes == 1)
        return false;
    for (size_t i = filled_next(step->in, 0, size); i < size && filled <= max_filled;
         i = filled_next(step->in, i + 1, size))
        filled++;
    return filled <= max_filled;
}

/* Finds the values of one sample that are not zero. */
static void find_filled(const struct net_layer *from, const float *in, struct filled_cells *filled)
{
    size_t channels = (size_t)from->row.channels;
    uint32_t count = 0;
    for (size_t square = 0; square < from->squares; square++, in += channels) {
        filled->first[square] = count;
        count += filled_find(in, channels, filled->cells + count);
    }
    filled->first[from->squares] = count;
}

/* Finds the input squares that an output square reads, and for each the index of the first weight by which it
 * is multiplied. Returns their number. */
static int find_window(const struct net_layer *layer, const struct net_layer *from, size_t square,
                       size_t squares[KERNEL * KERNEL], size_t offsets[KERNEL * KERNEL])
{
    int row = (int)square / layer->row.width, column = (int)square % layer->row.width, count = 0;
    for (int i = 0; i < KERNEL * KERNEL; i++) { /* the squares of the kernel, row by row */
        int y = row + i / KERNEL - 1, x = column + i % KERNEL - 1;
        if (y < 0 || y >= from->row.height || x < 0 || x >= from->row.width)
            continue;
        squares[count] = (size_t)(y * from->row.width + x);
        offsets[count++] = (size_t)i * (size_t)from->row.channels * layer->vector;
    }
    return count;
}

/* Adds the terms of the window's filled cells to `vectors` vectors of channels of an output square, from
 * channel `at` on. The sums stay in registers. `squares`, `offsets`, `count`: of find_window. */
static inline void add_vectors(const struct layer_step *step, const struct filled_cells *filled,
                               const size_t *squares, const size_t *offsets, int count, size_t at,
                               int vectors, float *out)
{
    size_t channels = step->layer->vector;
    filled_lanes sum[VECTORS], term;
    for (int v = 0; v < vectors; v++)
        memcpy(&sum[v], out + at + v * LANES, sizeof term);
    for (int i = 0; i < count; i++) {
        const float *matrix = step->matrix + offsets[i] + at;
        const struct filled_cell *cell = filled->cells + filled->first[squares[i]];
        const struct filled_cell *end = filled->cells + filled->first[squares[i] + 1];
        for (; cell < end; cell++)
            for (int v = 0; v < vectors; v++) {
                memcpy(&term, matrix + cell->index * channels + v * LANES, sizeof term);
                sum[v] += cell->value * term;
            }
    }
    for (int v = 0; v < vectors; v++)
        memcpy(out + at + v * LANES, &sum[v], sizeof term);
}

/* Adds the same terms to the last channels of an output square, from `channel` on: fewer than a vector. */
static void add_rest(const struct layer_step *step, const struct filled_cells *filled, const size_t *squares,
                     const size_t *offsets, int count, size_t channel, float *out)
{
    size_t channels = step->layer->vector;
    for (; channel < channels; channel++)
        for (int i = 0; i < count; i++)
            for (uint32_t n = filled->first[squares[i]]; n < filled->first[squares[i] + 1]; n++)
                out[channel] += filled->cells[n].value *
                           step->matrix[offsets[i] + filled->cells[n].index * channels + channel];
}

void sparse_conv_forward(const struct layer_step *step)
{
    const struct net_layer *layer = step->layer, *from = step->from;
    struct filled_cells filled = {.cells = (struct filled_cell *)(void *)step->space};
    size_t channels = layer->vector, squares[KERNEL * KERNEL], offsets[KERNEL * KERNEL];
    for (size_t sample = 0; sample < step->batch; sample++) {
        float *out = step->out + sample * layer->size;
        find_filled(from, step->in + sample * from->size, &filled);
        for (size_t square = 0; square < layer->squares; square++, out += channels) {
            int count = find_window(layer, from, square, squares, offsets);
            /* The bias, then the channels: VECTORS vectors at a time, one at a time, the rest. */
            size_t channel = 0;
            memcpy(out, step->vector, channels * sizeof *out);
            for (; channel + VECTORS * LANES <= channels; channel += VECTORS * LANES)
                add_vectors(step, &filled, squares, offsets, count, channel, VECTORS, out);
            for (; channel + LANES <= channels; channel += LANES)
                add_vectors(step, &filled, squares, offsets, count, channel, 1, out);
            add_rest(step, &filled, squares, offsets, count, channel, out);
        }
    }
}

void sparse_conv_backward(const struct layer_step *step)
{
    const struct net_layer *layer = step->layer, *from = step->from;
    struct filled_cells filled = {.cells = (struct filled_cell *)(void *)step->space};
    size_t channels = layer->vector, squares[KERNEL * KERNEL], offsets[KERNEL * KERNEL];
    const float *gradient = step->out_gradient;
    for (size_t sample = 0; sample < step->batch; sample++) {
        find_filled(from, step->in + sample * from->size, &filled);
        for (size_t square = 0; square < layer->squares; square++, gradient += channels) {
            int count = find_window(layer, from, square, squares, offsets);
            filled_add_scaled(step->vector_gradient, 1, gradient, channels);
            for (int i = 0; i < count; i++)
                for (uint32_t n = filled.first[squares[i]]; n < filled.first[squares[i] + 1]; n++)
                    filled_add_scaled(step->matrix_gradient + offsets[i] + filled.cells[n].index * channels,
                               filled.cells[n].value, gradient, channels);
        }
    }
}
