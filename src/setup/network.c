/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "setup/network.h"

#include "setup/place.h"

#include <string.h>

void network_start(const struct network *network, struct network_sums *sums)
{
    for (int half = 0; half < 2; half++) {
        memcpy(sums->output[half], network->bias, sizeof network->bias);
        memcpy(sums->hidden[half], network->threshold, sizeof network->threshold);
    }
}

static void add_input(const struct network *network, struct network_sums *sums, int half, int place,
                      int state, float sign)
{
    const float *direct = network->direct[place][state], *in = network->in[place][state];
    float *output = sums->output[half], *hidden = sums->hidden[half];
    for (int i = 0; i < NETWORK_OUTPUTS; i++)
        output[i] += sign * direct[i];
    for (int i = 0; i < NETWORK_HIDDEN; i++)
        hidden[i] += sign * in[i];
}

void network_change(const struct network *network, struct network_sums *sums, int place, int from,
                    int to)
{
    for (int half = 0; half < 2; half++) {
        int seen = half ? place_mirrored(place) : place;
        if (from != NETWORK_NOTHING)
            add_input(network, sums, half, seen, from, -1);
        if (to != NETWORK_NOTHING)
            add_input(network, sums, half, seen, to, 1);
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
    float output[2][PIECES_A_SIDE][RANKS];
    memcpy(output, sums->output, sizeof output);
    for (int half = 0; half < 2; half++) {
        float *out = output[half][0];
        for (int i = 0; i < NETWORK_HIDDEN; i++) {
            float activation = sums->hidden[half][i];
            if (!(activation > 0))
                continue;
            const float *add = network->out[i];
            for (int k = 0; k < NETWORK_OUTPUTS; k++)
                out[k] += activation * add[k];
        }
    }
    for (int place = 0; place < PIECES_A_SIDE; place++)
        for (int rank = 0; rank < RANKS; rank++)
            answer[place][rank] = output[0][place][rank] + output[1][place_mirrored(place)][rank];
}
