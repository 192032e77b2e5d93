/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "setup/network.h"

#include "setup/place.h"

#include <assert.h>
#include <string.h>

void network_start(const struct network *network, struct network_sums *sums)
{
    for (int half = 0; half < 2; half++) {
        memcpy(sums->output[half], network->bias, sizeof network->bias);
        memcpy(sums->hidden[half], network->threshold, sizeof network->threshold);
    }
}

/* Vectors, as neither compiler makes any of the loops over the sums. */
typedef float float4 __attribute__((vector_size(16)));
typedef int32_t int4 __attribute__((vector_size(16)));
static_assert(NETWORK_OUTPUTS % 4 == 0 && NETWORK_HIDDEN % 4 == 0, "whole vectors");

static float4 load(const float *at)
{
    float4 x;
    memcpy(&x, at, sizeof x);
    return x;
}

/* sum - less + more */
static void exchange(float *sum, const float *less, const float *more, int count)
{
    for (int i = 0; i < count; i += 4) {
        float4 x = load(sum + i) - load(less + i) + load(more + i);
        memcpy(sum + i, &x, sizeof x);
    }
}

static void add(float *sum, const float *more, float by, int count)
{
    for (int i = 0; i < count; i += 4) {
        float4 x = load(sum + i) + by * load(more + i);
        memcpy(sum + i, &x, sizeof x);
    }
}

void network_change(const struct network *network, struct network_sums *sums, int place, int from,
                    int to)
{
    for (int half = 0; half < 2; half++) {
        int seen = half ? place_mirrored(place) : place;
        const float(*direct)[NETWORK_OUTPUTS] = network->direct[seen];
        const float(*in)[NETWORK_HIDDEN] = network->in[seen];
        if (from != NETWORK_NOTHING && to != NETWORK_NOTHING) {
            exchange(sums->output[half], direct[from], direct[to], NETWORK_OUTPUTS);
            exchange(sums->hidden[half], in[from], in[to], NETWORK_HIDDEN);
        } else if (from != to) {
            float sign = to == NETWORK_NOTHING ? -1 : 1;
            int state = to == NETWORK_NOTHING ? from : to;
            add(sums->output[half], direct[state], sign, NETWORK_OUTPUTS);
            add(sums->hidden[half], in[state], sign, NETWORK_HIDDEN);
        }
    }
}

static void fetch(const float *at, int count)
{
    enum { LINE = 64 / sizeof(float) };
    for (int i = 0; i < count; i += LINE)
        __builtin_prefetch(at + i);
}

void network_expect(const struct network *network, int place, int state)
{
    for (int half = 0; half < 2 && state != NETWORK_NOTHING; half++) {
        int seen = half ? place_mirrored(place) : place;
        fetch(network->direct[seen][state], NETWORK_OUTPUTS);
        fetch(network->in[seen][state], NETWORK_HIDDEN);
    }
}

void network_fold(struct network *network)
{
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        int other = place_mirrored(place);
        for (int k = 0; k < NETWORK_OUTPUTS; k++) {
            int mirrored = place_mirrored(k / RANKS) * RANKS + k % RANKS;
            if (place == 0 && k <= mirrored) {
                float bias = (network->bias[k] + network->bias[mirrored]) / 2;
                network->bias[k] = network->bias[mirrored] = bias;
            }
            for (int state = 0; place < other && state < NETWORK_STATES; state++) {
                float *one = &network->direct[place][state][k];
                float *two = &network->direct[other][state][mirrored];
                *one = *two = (*one + *two) / 2;
            }
        }
    }
}

void network_answer(const struct network *network, const struct network_sums *sums,
                    float answer[PIECES_A_SIDE][RANKS])
{
    const float4 none = {0, 0, 0, 0};
    float output[2][PIECES_A_SIDE][RANKS];
    memcpy(output, sums->output, sizeof output);
    for (int half = 0; half < 2; half++) {
        float *out = output[half][0];
        for (int i = 0; i < NETWORK_HIDDEN; i += 4) {
            int4 active = load(sums->hidden[half] + i) > none;
            if (!(active[0] | active[1] | active[2] | active[3]))
                continue; /* most are not */
            for (int k = i; k < i + 4; k++)
                if (sums->hidden[half][k] > 0)
                    add(out, network->out[k], sums->hidden[half][k], NETWORK_OUTPUTS);
        }
    }
    for (int place = 0; place < PIECES_A_SIDE; place++)
        for (int rank = 0; rank < RANKS; rank++)
            answer[place][rank] = output[0][place][rank] + output[1][place_mirrored(place)][rank];
}
