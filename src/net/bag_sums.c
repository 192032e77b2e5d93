/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "net/bag_sums.h"

#include "net/filled.h"

#include <assert.h>
#include <string.h>

enum { LANES = FILLED_LANES, LINE = 64 / sizeof(float) /* of a cache */ };

typedef filled_lanes lanes;
typedef int32_t lane_masks __attribute__((vector_size(sizeof(lanes))));

/* Returns the vector of an entry of bag `layer`. */
static const float *bag_entry(const struct net *net, int layer, int entry)
{
    const struct net_layer *bag = &net->layers[layer];
    assert(bag->row.kind == NET_BAG && entry < bag->row.entries);
    return net->weight + bag->at + (size_t)entry * bag->size;
}

void bag_sums_start(const struct net *net, int layer, float *sums)
{
    const struct net_layer *bag = &net->layers[layer];
    assert(bag->row.kind == NET_BAG);
    memcpy(sums, net->weight + bag->at + bag->matrix, bag->size * sizeof *sums);
}

/* Sets each number of `sums` to itself - removed + added, in one pass over the memory. */
static void replace_vector(float *sums, const float *removed, const float *added, size_t count)
{
    size_t i = 0;
    for (; i + LANES <= count; i += LANES) {
        lanes sum, one, two;
        memcpy(&sum, sums + i, sizeof sum);
        memcpy(&one, removed + i, sizeof one);
        memcpy(&two, added + i, sizeof two);
        sum = sum - one + two;
        memcpy(sums + i, &sum, sizeof sum);
    }
    for (; i < count; i++)
        sums[i] = sums[i] - removed[i] + added[i];
}

void bag_sums_change(const struct net *net, int layer, float *sums, int from, int to)
{
    size_t size = net->layers[layer].size;
    if (from >= 0 && to >= 0)
        replace_vector(sums, bag_entry(net, layer, from), bag_entry(net, layer, to), size);
    else if (from != to) /* only one of them is an entry: subtract its vector, or add it */
        filled_add_scaled(sums, to < 0 ? -1 : 1, bag_entry(net, layer, to < 0 ? from : to), size);
}

void bag_sums_prefetch(const struct net *net, int layer, int entry)
{
    for (size_t i = 0; i < net->layers[layer].size && entry >= 0; i += LINE)
        __builtin_prefetch(bag_entry(net, layer, entry) + i);
}

void bag_sums_add_positive(const struct net *net, int layer, const float *in, float *out)
{
    const struct net_layer *sparse = &net->layers[layer];
    const float *matrix = net->weight + sparse->at;
    assert(sparse->row.kind == NET_SPARSE);
    for (size_t i = 0; i < sparse->inputs; i += LANES) {
        size_t end = i + LANES;
        if (end <= sparse->inputs) {
            lanes values;
            memcpy(&values, in + i, sizeof values);
            lane_masks active = values > 0;
            if (!(active[0] | active[1] | active[2] | active[3]))
                continue; /* the usual case: none of the four is positive */
        } else {
            end = sparse->inputs;
        }
        for (size_t k = i; k < end; k++)
            if (in[k] > 0)
                filled_add_scaled(out, in[k], matrix + k * sparse->size, sparse->size);
    }
}
