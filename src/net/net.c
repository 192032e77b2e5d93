/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "net/net.h"

#include "base/memory.h"
#include "base/rng.h"
#include "net/layer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct layer_kind *const layer_kinds[NET_KINDS] = {
    [NET_INPUT] = &layer_input, [NET_DENSE] = &layer_dense, [NET_CONV] = &layer_conv,
    [NET_DECONV] = &layer_deconv, [NET_ADD] = &layer_add, [NET_NORM] = &layer_norm,
    [NET_RELU] = &layer_relu, [NET_GELU] = &layer_gelu, [NET_EMBEDDING] = &layer_embedding,
    [NET_MULTIPLY] = &layer_multiply, [NET_BAG] = &layer_bag, [NET_SPARSE] = &layer_sparse,
};

/* Checks that a number of a row is in min .. max; `what` is its name in the error. */
static enum status check_number(const char *what, int found, int min, int max, struct error *error)
{
    if (found < min || found > max)
        return error_set(error, STATUS_BAD, "found %s %d, expected %d .. %d", what, found, min, max);
    return STATUS_OK;
}

/* Checks the numbers of row `index`: their ranges, and that it reads only rows above it. */
static enum status check_row(const struct net_row *row, int index, struct error *error)
{
    enum status status = check_number("kind", (int)row->kind, 0, NET_KINDS - 1, error);
    if (!status)
        status = check_number("height", row->height, 0, NET_SIDE_MAX, error);
    if (!status)
        status = check_number("width", row->width, 0, NET_SIDE_MAX, error);
    if (!status)
        status = check_number("channels", row->channels, 0, NET_CHANNELS_MAX, error);
    if (!status)
        status = check_number("kernel", row->kernel, 0, 3, error);
    if (!status)
        status = check_number("stride", row->stride, 0, 2, error);
    if (!status)
        status = check_number("entries", row->entries, 0, NET_CHANNELS_MAX, error);
    if (!status && !isfinite(row->scale))
        status = error_set(error, STATUS_BAD, "its scale is no number");
    if (status)
        return status;
    const struct layer_kind *kind = layer_kinds[row->kind];
    if (index == 0 && row->kind != NET_INPUT)
        return error_set(error, STATUS_BAD, "found %s, expected an input first", kind->name);
    if (kind->reads)
        status = check_number("from", row->from, 0, index - 1, error);
    if (!status && kind->reads_two)
        status = check_number("also", row->also, 0, index - 1, error);
    return status;
}

/* Sets the defaults of a row's numbers, and sets numbers to 0 that its kind does not use. */
static void set_defaults(struct net_row *row)
{
    bool has_kernel = row->kind == NET_CONV || row->kind == NET_DECONV;
    if (!has_kernel)
        row->kernel = row->stride = 0;
    if (has_kernel && !row->kernel)
        row->kernel = 3;
    if (has_kernel && !row->stride)
        row->stride = row->kind == NET_CONV ? 1 : 2;
    if (row->kind != NET_EMBEDDING && row->kind != NET_BAG)
        row->entries = 0;
    if (!layer_kinds[row->kind]->reads)
        row->from = 0;
    if (!layer_kinds[row->kind]->reads_two)
        row->also = 0;
    if (row->scale == 0)
        row->scale = 1;
}

/* Appends a layer: finds its shape and its place among the weights. STATUS_BAD if the row is not possible or
 * the network becomes too large. */
static enum status add_layer(struct net *net, const struct net_row *row, int index, struct error *error)
{
    struct net_layer *layer = &net->layers[index];
    const struct layer_kind *kind = layer_kinds[row->kind];
    const struct net_layer *from = kind->reads ? &net->layers[row->from] : NULL;
    layer->row = *row;
    set_defaults(&layer->row);
    enum status status = kind->resolve(layer, from, error);
    if (status)
        return status;
    if (kind->reads_two) {
        const struct net_row *a = &from->row, *b = &net->layers[row->also].row;
        if (a->height != b->height || a->width != b->width || a->channels != b->channels)
            return error_set(error, STATUS_BAD, "found %dx%dx%d and %dx%dx%d, expected one shape",
                             a->height, a->width, a->channels, b->height, b->width, b->channels);
    }
    layer->squares = (size_t)layer->row.height * (size_t)layer->row.width;
    layer->size = layer->squares * (size_t)layer->row.channels;
    layer->at = net->weights; /* the layer's weights follow those of the layers before it */
    net->weights += layer->matrix + layer->vector;
    if (layer->size < 1 || layer->size > NET_VALUES_MAX || net->weights > NET_WEIGHTS_MAX)
        return error_set(error, STATUS_BAD, "found %zu values and %zu weights, expected at most %d and %d",
                         layer->size, net->weights, NET_VALUES_MAX, NET_WEIGHTS_MAX);
    net->count++;
    return STATUS_OK;
}

/* Creates a network without memory for weights. NULL if a row is not possible. */
static struct net *make_layers(const struct net_row *rows, int count, struct error *error)
{
    struct error why = {0};
    if (check_number("number of layers", count, 1, NET_ROWS_MAX, error) != STATUS_OK)
        return NULL;
    struct net *net = memory_new(1, sizeof *net);
    net->layers = memory_new((size_t)count, sizeof *net->layers);
    net->panels = memory_new((size_t)count, sizeof *net->panels);
    for (int i = 0; i < count; i++)
        if (check_row(&rows[i], i, &why) != STATUS_OK || add_layer(net, &rows[i], i, &why) != STATUS_OK) {
            error_set(error, STATUS_BAD, "layer %d: %s", i, why.text);
            net_free(net);
            return NULL;
        }
    return net;
}

struct net *net_new(const struct net_row *rows, int count, struct error *error)
{
    struct net *net = make_layers(rows, count, error);
    if (net)
        net->weight = memory_new(net->weights + 1, sizeof *net->weight);
    return net;
}

enum status net_check(const struct net_row *rows, int count, size_t *weights, struct error *error)
{
    struct net *net = make_layers(rows, count, error);
    if (!net)
        return STATUS_BAD;
    *weights = net->weights;
    net_free(net);
    return STATUS_OK;
}

struct net *net_copy(const struct net *net)
{
    struct net *copy = memory_new(1, sizeof *copy);
    copy->count = net->count;
    copy->weights = net->weights;
    copy->layers = memory_new((size_t)net->count, sizeof *net->layers);
    copy->panels = memory_new((size_t)net->count, sizeof *net->panels);
    copy->weight = memory_new(net->weights + 1, sizeof *net->weight);
    memcpy(copy->layers, net->layers, (size_t)net->count * sizeof *net->layers);
    memcpy(copy->weight, net->weight, net->weights * sizeof *net->weight);
    return copy;
}

void net_free(struct net *net)
{
    if (!net)
        return;
    net_changed(net);
    free(net->layers);
    free(net->panels);
    free(net->weight);
    free(net);
}

/* Returns how many values are summed for one value of the layer; it scales the random weights. */
static double count_summed_values(const struct net *net, const struct net_layer *layer)
{
    if (layer->row.kind == NET_EMBEDDING)
        return 6; /* nothing is summed: the bound sqrt(6 / 6) of random weights is the row's scale */
    return (double)(layer->row.kind == NET_BAG ? net->layers[layer->row.from].size : layer->inputs);
}

/* Returns whether the layer is computed by a matrix product. */
static bool has_product(const struct net_layer *layer)
{
    return layer->inputs && layer->row.kind != NET_SPARSE;
}

void net_start(struct net *net, uint64_t seed)
{
    for (int i = 0; i < net->count; i++) {
        const struct net_layer *layer = &net->layers[i];
        struct rng rng;
        float *weight = net->weight + layer->at;
        double bound = layer->matrix ? layer->row.scale * sqrt(6 / count_summed_values(net, layer)) : 0;
        rng_seed(&rng, seed, (uint64_t)i);
        for (size_t k = 0; k < layer->matrix; k++)
            weight[k] = (float)((2 * rng_unit(&rng) - 1) * bound);
        for (size_t k = 0; k < layer->vector; k++)
            weight[layer->matrix + k] = layer->row.kind == NET_NORM && k < layer->vector / 2 ? 1 : 0;
    }
    net_changed(net);
}

void net_pack(struct net *net)
{
    net_changed(net);
    for (int i = 0; i < net->count; i++) {
        const struct net_layer *layer = &net->layers[i];
        if (has_product(layer)) {
            size_t columns = layer->matrix / layer->inputs;
            struct net_matrix matrix = {net->weight + layer->at, columns, 1};
            product_pack(matrix, layer->inputs, columns, &net->panels[i]);
        }
    }
    net->packed = true;
}

void net_changed(struct net *net)
{
    for (int i = 0; i < net->count && net->packed; i++)
        product_panels_free(&net->panels[i]);
    net->packed = false;
}

void net_blend(struct net *net, const struct net *other, float share)
{
    for (size_t i = 0; i < net->weights; i++)
        net->weight[i] = (1 - share) * net->weight[i] + share * other->weight[i];
    net_changed(net);
}

bool net_same_rows(const struct net *one, const struct net *other)
{
    bool same = one->count == other->count;
    for (int i = 0; i < one->count && same; i++) {
        struct net_row row = one->layers[i].row;
        row.scale = other->layers[i].row.scale;
        same = memcmp(&row, &other->layers[i].row, sizeof row) == 0;
    }
    return same;
}

void net_describe(const struct net *net, int layer, struct text *out)
{
    const struct net_row *row = &net->layers[layer].row;
    const struct layer_kind *kind = layer_kinds[row->kind];
    text_printf(out, "%s %dx%dx%d", kind->name, row->height, row->width, row->channels);
    if (row->kernel)
        text_printf(out, ", kernel %d, stride %d", row->kernel, row->stride);
    if (row->entries)
        text_printf(out, ", %d entries", row->entries);
    if (kind->reads)
        text_printf(out, ", from %d", row->from);
    if (kind->reads_two)
        text_printf(out, " and %d", row->also);
}

/* Returns the multiplications and additions of a layer's matrix product for one sample. A layer uses its
 * matrix once for each of its squares; a deconvolution, once for each square that it reads. */
static double layer_operations(const struct net *net, const struct net_layer *layer)
{
    size_t rows = layer->row.kind == NET_DENSE ? 1 : layer->squares;
    if (layer->row.kind == NET_DECONV)
        rows = net->layers[layer->row.from].squares;
    return has_product(layer) ? 2 * (double)layer->matrix * (double)rows : 0;
}

double net_operations(const struct net *net)
{
    double sum = 0;
    for (int i = 0; i < net->count; i++)
        sum += layer_operations(net, &net->layers[i]);
    return sum;
}

double net_backward_operations(const struct net *net)
{
    double sum = 0;
    for (int i = 0; i < net->count; i++) {
        /* One product for the gradients of the weights, one for those of the values that the layer reads. */
        bool reads_input = net->layers[net->layers[i].row.from].row.kind == NET_INPUT;
        sum += (reads_input ? 1 : 2) * layer_operations(net, &net->layers[i]);
    }
    return sum;
}
