/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "setup/network.h"

#include "net/bag_sums.h"
#include "setup/place.h"

#include <string.h>

struct net *network_new(void)
{
    static const struct net_row rows[NETWORK_LAYERS] = {
        [NETWORK_PLACES] = {.kind = NET_INPUT, .channels = PIECES_A_SIDE},
        [NETWORK_FACTORS] = {.kind = NET_INPUT, .channels = NETWORK_HIDDEN},
        [NETWORK_IN] = {.kind = NET_BAG, .from = NETWORK_PLACES, .channels = NETWORK_HIDDEN,
                        .entries = PIECES_A_SIDE * NETWORK_STATES},
        [NETWORK_RELU] = {.kind = NET_RELU, .from = NETWORK_IN},
        [NETWORK_ACTIVE] = {.kind = NET_MULTIPLY, .from = NETWORK_RELU, .also = NETWORK_FACTORS},
        [NETWORK_OUT] = {.kind = NET_SPARSE, .from = NETWORK_ACTIVE, .channels = NETWORK_OUTPUTS},
        [NETWORK_DIRECT] = {.kind = NET_BAG, .from = NETWORK_PLACES, .channels = NETWORK_OUTPUTS,
                            .entries = PIECES_A_SIDE * NETWORK_STATES},
        [NETWORK_OUTPUT] = {.kind = NET_ADD, .from = NETWORK_DIRECT, .also = NETWORK_OUT},
    };
    return net_new(rows, NETWORK_LAYERS, NULL);
}

/* --- weights --- */

/* Returns a row of a layer's weight matrix; the row after the last one is the bias. */
static float *weight_row(struct net *network, enum network_layer layer, int row)
{
    const struct net_layer *matrix = &network->layers[layer];
    return network->weight + matrix->at + (size_t)row * matrix->size;
}

float *network_direct(struct net *network, int place, int state)
{
    return weight_row(network, NETWORK_DIRECT, network_entry(place, state));
}

float *network_in(struct net *network, int place, int state)
{
    return weight_row(network, NETWORK_IN, network_entry(place, state));
}

float *network_out(struct net *network, int unit)
{
    return weight_row(network, NETWORK_OUT, unit);
}

float *network_bias(struct net *network)
{
    return weight_row(network, NETWORK_DIRECT, PIECES_A_SIDE * NETWORK_STATES);
}

float *network_threshold(struct net *network)
{
    return weight_row(network, NETWORK_IN, PIECES_A_SIDE * NETWORK_STATES);
}

void network_symmetrise(struct net *network)
{
    float *bias = network_bias(network);
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        int other = place_mirrored(place);
        for (int k = 0; k < NETWORK_OUTPUTS; k++) {
            int mirrored = place_mirrored(k / RANKS) * RANKS + k % RANKS;
            /* The biases, once. */
            if (place == 0 && k <= mirrored)
                bias[k] = bias[mirrored] = (bias[k] + bias[mirrored]) / 2;
            /* The weights, once for each pair of mirrored places. */
            for (int state = 0; place < other && state < NETWORK_STATES; state++) {
                float *weight = network_direct(network, place, state) + k;
                float *mirrored_weight = network_direct(network, other, state) + mirrored;
                *weight = *mirrored_weight = (*weight + *mirrored_weight) / 2;
            }
        }
    }
    net_changed(network);
}

/* --- inference --- */

void network_start(const struct net *network, struct network_sums *sums)
{
    for (int image = 0; image < 2; image++) {
        bag_sums_start(network, NETWORK_DIRECT, sums->output[image]);
        bag_sums_start(network, NETWORK_IN, sums->hidden[image]);
    }
}

void network_change(const struct net *network, struct network_sums *sums, int place, int old_state,
                    int new_state)
{
    for (int image = 0; image < 2; image++) {
        int seen_place = image ? place_mirrored(place) : place;
        int old_entry = network_entry(seen_place, old_state);
        int new_entry = network_entry(seen_place, new_state);
        bag_sums_change(network, NETWORK_DIRECT, sums->output[image], old_entry, new_entry);
        bag_sums_change(network, NETWORK_IN, sums->hidden[image], old_entry, new_entry);
    }
}

void network_prefetch(const struct net *network, int place, int state)
{
    for (int image = 0; image < 2; image++) {
        int entry = network_entry(image ? place_mirrored(place) : place, state);
        bag_sums_prefetch(network, NETWORK_DIRECT, entry);
        bag_sums_prefetch(network, NETWORK_IN, entry);
    }
}

void network_logits(const struct net *network, const struct network_sums *sums,
                    float logits[PIECES_A_SIDE][RANKS])
{
    float output[2][PIECES_A_SIDE][RANKS];
    memcpy(output, sums->output, sizeof output);
    for (int image = 0; image < 2; image++)
        bag_sums_add_positive(network, NETWORK_OUT, sums->hidden[image], output[image][0]);
    for (int place = 0; place < PIECES_A_SIDE; place++)
        for (int rank = 0; rank < RANKS; rank++)
            logits[place][rank] = output[0][place][rank] + output[1][place_mirrored(place)][rank];
}
