/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "net_slow.h"

#include <math.h>
#include <string.h>

/* The value of a channel on a square; 0 beyond the edge. */
static double value_at(const struct net_layer *layer, const double *values, int row, int column, int channel)
{
    const struct net_row *shape = &layer->row;
    if (row < 0 || row >= shape->height || column < 0 || column >= shape->width)
        return 0;
    return values[(row * shape->width + column) * shape->channels + channel];
}

static void slow_dense(const struct net_layer *layer, const struct net_layer *from, const double *weight,
                       const double *in, double *out)
{
    int outputs = layer->row.channels;
    for (int j = 0; j < outputs; j++) {
        out[j] = weight[layer->matrix + (size_t)j];
        for (size_t i = 0; i < from->size; i++)
            out[j] += in[i] * weight[i * (size_t)outputs + (size_t)j];
    }
}

static void slow_conv(const struct net_layer *layer, const struct net_layer *from, const double *weight,
                      const double *in, double *out)
{
    const struct net_row *row = &layer->row;
    int edge = row->kernel / 2, inputs = from->row.channels;
    for (int y = 0; y < row->height; y++)
        for (int x = 0; x < row->width; x++)
            for (int j = 0; j < row->channels; j++) {
                double sum = weight[layer->matrix + (size_t)j];
                for (int dy = 0; dy < row->kernel; dy++)
                    for (int dx = 0; dx < row->kernel; dx++)
                        for (int i = 0; i < inputs; i++)
                            sum += value_at(from, in, y * row->stride + dy - edge, x * row->stride +
                                            dx - edge, i) *
                                   weight[((dy * row->kernel + dx) * inputs + i) * row->channels + j];
                out[(y * row->width + x) * row->channels + j] = sum;
            }
}

/* Square (y, x) gets from square (v, u) of the smaller image through kernel place (dy, dx) if y = 2 v + dy
 * - 1 and x = 2 u + dx - 1. */
static void slow_deconv(const struct net_layer *layer, const struct net_layer *from, const double *weight,
                        const double *in, double *out)
{
    const struct net_row *row = &layer->row;
    for (int y = 0; y < row->height; y++)
        for (int x = 0; x < row->width; x++)
            for (int j = 0; j < row->channels; j++) {
                double sum = weight[layer->matrix + (size_t)j];
                for (int dy = 0; dy < 3; dy++)
                    for (int dx = 0; dx < 3; dx++)
                        for (int i = 0; i < from->row.channels; i++)
                            if ((y + 1 - dy) % 2 == 0 && (x + 1 - dx) % 2 == 0)
                                sum += value_at(from, in, (y + 1 - dy) / 2, (x + 1 - dx) / 2, i) *
                                       weight[((i * 3 + dy) * 3 + dx) * row->channels + j];
                out[(y * row->width + x) * row->channels + j] = sum;
            }
}

static void slow_norm(const struct net_layer *layer, const double *weight, const double *in, double *out)
{
    size_t count = (size_t)layer->row.channels;
    for (size_t square = 0; square < layer->squares; square++, in += count, out += count) {
        double mean = 0, variance = 0;
        for (size_t i = 0; i < count; i++)
            mean += in[i] / (double)count;
        for (size_t i = 0; i < count; i++)
            variance += (in[i] - mean) * (in[i] - mean) / (double)count;
        for (size_t i = 0; i < count; i++)
            out[i] = (in[i] - mean) / sqrt(variance + 1e-5) * weight[i] + weight[count + i];
    }
}

static double slow_gelu(double x)
{
    return 0.5 * x * (1 + tanh(sqrt(2 / 3.14159265358979324) * (x + 0.044715 * x * x * x)));
}

static void slow_embedding(const struct net_layer *layer, const double *weight, const double *in, double *out)
{
    int count = layer->row.channels;
    for (size_t square = 0; square < layer->squares; square++)
        for (int i = 0; i < count; i++) {
            double index = in[square];
            bool known = index >= 0 && index < layer->row.entries;
            out[square * (size_t)count + (size_t)i] = known ? weight[(int)index * count + i] : 0;
        }
}

static void slow_bag(const struct net_layer *layer, const struct net_layer *from, const double *weight,
                     const double *in, double *out)
{
    int count = layer->row.channels;
    for (int i = 0; i < count; i++) {
        out[i] = weight[layer->matrix + (size_t)i];
        for (size_t k = 0; k < from->size; k++)
            if (in[k] >= 0 && in[k] < layer->row.entries)
                out[i] += weight[(int)in[k] * count + i];
    }
}

/* A dense layer without a bias. */
static void slow_sparse(const struct net_layer *layer, const struct net_layer *from, const double *weight,
                        const double *in, double *out)
{
    for (size_t j = 0; j < layer->size; j++) {
        out[j] = 0;
        for (size_t i = 0; i < from->size; i++)
            out[j] += in[i] * weight[i * layer->size + j];
    }
}

void net_slow_forward(const struct net *net, const double *weight, double **values)
{
    for (int index = 0; index < net->count; index++) {
        const struct net_layer *layer = &net->layers[index], *from = &net->layers[layer->row.from];
        const double *in = values[layer->row.from], *also = values[layer->row.also], *own = weight +
            layer->at;
        double *out = values[index];
        if (layer->row.kind == NET_DENSE)
            slow_dense(layer, from, own, in, out);
        else if (layer->row.kind == NET_CONV)
            slow_conv(layer, from, own, in, out);
        else if (layer->row.kind == NET_DECONV)
            slow_deconv(layer, from, own, in, out);
        else if (layer->row.kind == NET_NORM)
            slow_norm(layer, own, in, out);
        else if (layer->row.kind == NET_EMBEDDING)
            slow_embedding(layer, own, in, out);
        else if (layer->row.kind == NET_BAG)
            slow_bag(layer, from, own, in, out);
        else if (layer->row.kind == NET_SPARSE)
            slow_sparse(layer, from, own, in, out);
        for (size_t i = 0; i < layer->size; i++) {
            if (layer->row.kind == NET_ADD)
                out[i] = in[i] + also[i];
            else if (layer->row.kind == NET_MULTIPLY)
                out[i] = in[i] * also[i];
            else if (layer->row.kind == NET_RELU)
                out[i] = in[i] > 0 ? in[i] : 0;
            else if (layer->row.kind == NET_GELU)
                out[i] = slow_gelu(in[i]);
        }
    }
}
