/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Layer norm (Ba et al. 2016) over the channels of a square, and embeddings. */
#include "net/layer.h"

#include <math.h>
#include <string.h>

static const float norm_min = 1e-5f; /* is added to the variance */

/* Sets the shape of the layer that is read, and two weights for each channel. */
static enum status resolve_norm(struct net_layer *layer, const struct net_layer *from, struct error *error)
{
    (void)error;
    layer->row.height = from->row.height;
    layer->row.width = from->row.width;
    layer->row.channels = from->row.channels;
    layer->vector = 2 * (size_t)from->row.channels; /* the gains, then the shifts */
    return STATUS_OK;
}

/* Computes the mean of the `count` values and the factor 1 / sqrt(variance + norm_min). The sums are in
 * double, in order, so that the bits are the same on every machine. */
static void find_norm(const float *x, size_t count, float *mean, float *factor)
{
    double sum = 0, square = 0;
    for (size_t i = 0; i < count; i++)
        sum += (double)x[i];
    *mean = (float)(sum / (double)count);
    for (size_t i = 0; i < count; i++) {
        double d = (double)(x[i] - *mean);
        square += d * d;
    }
    *factor = 1 / sqrtf((float)(square / (double)count) + norm_min);
}

/* Normalises the channels of each square, then applies gain and shift. */
static void norm_forward(const struct layer_step *step)
{
    size_t count = step->layer->vector / 2, squares = step->batch * step->layer->squares;
    const float *gain = step->vector, *shift = step->vector + count;
    for (size_t square = 0; square < squares; square++) {
        const float *x = step->in + square * count;
        float *out = step->out + square * count, mean, factor;
        find_norm(x, count, &mean, &factor);
        for (size_t i = 0; i < count; i++)
            out[i] = (x[i] - mean) * factor * gain[i] + shift[i];
    }
}

/* Adds the gradients of gains and shifts, and of the input through the normalised values. */
static void norm_backward(const struct layer_step *step)
{
    size_t count = step->layer->vector / 2, squares = step->batch * step->layer->squares;
    const float *gain = step->vector;
    float *gain_gradient = step->vector_gradient;
    float *shift_gradient = gain_gradient ? gain_gradient + count : NULL;
    for (size_t square = 0; square < squares; square++) {
        const float *x = step->in + square * count, *g = step->out_gradient + square * count;
        float mean, factor;
        /* The means of the normed values' gradients, and of the gradients x the normed values. */
        double gradient_mean = 0, product_mean = 0;
        find_norm(x, count, &mean, &factor);
        for (size_t i = 0; i < count; i++) {
            float normed = (x[i] - mean) * factor;
            if (gain_gradient) {
                gain_gradient[i] += g[i] * normed;
                shift_gradient[i] += g[i];
            }
            gradient_mean += (double)(g[i] * gain[i]);
            product_mean += (double)(g[i] * gain[i] * normed);
        }
        gradient_mean /= (double)count;
        product_mean /= (double)count;
        /* A change of one input also changes mean and variance: both means are subtracted. */
        for (size_t i = 0; i < count && step->in_gradient; i++) {
            float normed = (x[i] - mean) * factor;
            step->in_gradient[square * count + i] +=
                factor * (g[i] * gain[i] - (float)gradient_mean - normed * (float)product_mean);
        }
    }
}

const struct layer_kind layer_norm = {
    .name = "norm", .reads = true, .resolve = resolve_norm, .forward = norm_forward, .backward =
        norm_backward};

/* Sets the shape and the number of weights of an embedding, which reads one channel. */
static enum status resolve_embedding(struct net_layer *layer, const struct net_layer *from,
                                     struct error *error)
{
    struct net_row *row = &layer->row;
    row->height = from->row.height;
    row->width = from->row.width;
    if (row->channels < 1 || row->entries < 1 || from->row.channels != 1)
        return error_set(error, STATUS_BAD,
                         "found an embedding of %d entries from %d channels to %d, expected at least 1, "
                         "from 1 channel, to at least 1", row->entries, from->row.channels,
                         row->channels);
    layer->matrix = (size_t)row->entries * (size_t)row->channels;
    return STATUS_OK;
}

/* Returns which entry of the layer's table of vectors the input selects for a square: its value as an index;
 * -1 if there is no such entry. */
static int entry_of_square(const struct layer_step *step, size_t square)
{
    float index = step->in[square];
    return index >= 0 && index < (float)step->layer->row.entries ? (int)index : -1;
}

/* Copies the vector of each square's entry; zeros if there is none. */
static void embedding_forward(const struct layer_step *step)
{
    size_t count = (size_t)step->layer->row.channels;
    for (size_t square = 0; square < step->batch * step->layer->squares; square++) {
        int entry = entry_of_square(step, square);
        float *out = step->out + square * count;
        if (entry >= 0)
            memcpy(out, step->matrix + (size_t)entry * count, count * sizeof *out);
        else
            memset(out, 0, count * sizeof *out);
    }
}

/* Adds the gradient of each square to the vector of its entry. Indices have no gradient. */
static void embedding_backward(const struct layer_step *step)
{
    size_t count = (size_t)step->layer->row.channels;
    for (size_t square = 0; square < step->batch * step->layer->squares; square++) {
        int entry = entry_of_square(step, square);
        for (size_t i = 0; i < count && entry >= 0 && step->matrix_gradient; i++)
            step->matrix_gradient[(size_t)entry * count + i] += step->out_gradient[square * count + i];
    }
}

const struct layer_kind layer_embedding = {
    .name = "embedding", .reads = true, .resolve = resolve_embedding, .forward = embedding_forward,
    .backward = embedding_backward};
