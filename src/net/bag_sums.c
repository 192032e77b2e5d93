/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "net/bag_sums.h"

#include "net/filled.h"

#include <assert.h>
#include <string.h>

enum { LANES = FILLED_LANES, LINE = 64 / sizeof(float) /* of a cache */ };

typedef filled_lanes lanes;
typedef int32_t lane_masks __attribute__((vector_size(sizeof(lanes))));

static const float *entry_at(const struct net *net, int layer, int entry)
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

/* sums - less + more */
static void exchange(float *sums, const float *less, const float *more, size_t count)
{
    size_t i = 0;
    for (; i + LANES <= count; i += LANES) {
        lanes sum, one, two;
        memcpy(&sum, sums + i, sizeof sum);
        memcpy(&one, less + i, sizeof one);
        memcpy(&two, more + i, sizeof two);
        sum = sum - one + two;
        memcpy(sums + i, &sum, sizeof sum);
    }
    for (; i < count; i++)
        sums[i] = sums[i] - less[i] + more[i];
}

void bag_sums_change(const struct net *net, int layer, float *sums, int from, int to)
{
    size_t size = net->layers[layer].size;
    if (from >= 0 && to >= 0)
        exchange(sums, entry_at(net, layer, from), entry_at(net, layer, to), size);
    else if (from != to)
        filled_add_scaled(sums, to < 0 ? -1 : 1, entry_at(net, layer, to < 0 ? from : to), size);
}

void bag_sums_expect(const struct net *net, int layer, int entry)
{
    for (size_t i = 0; i < net->layers[layer].size && entry >= 0; i += LINE)
        __builtin_prefetch(entry_at(net, layer, entry) + i);
}

void bag_sums_add_positive(const struct net *net, int layer, const float *in, float *out)
{
    const struct net_layer *sparse = &net->layers[layer];
    const float *matrix = net->weight + sparse->at;
    assert(sparse->row.kind == NET_SPARSE);
    for (size_t i = 0; i < sparse->inputs; i += LANES) {
        size_t end = i + LANES;
        if (end <= sparse->inputs) {
            lanes some;
            memcpy(&some, in + i, sizeof some);
            lane_masks active = some > 0;
            if (!(active[0] | active[1] | active[2] | active[3]))
                continue; /* most are not */
        } else {
            end = sparse->inputs;
        }
        for (size_t k = i; k < end; k++)
            if (in[k] > 0)
                filled_add_scaled(out, in[k], matrix + k * sparse->size, sparse->size);
    }
}
