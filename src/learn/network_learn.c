/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/network_learn.h"

#include "base/memory.h"
#include "belief/fast_math.h"
#include "setup/place.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WEIGHTS = sizeof(struct network) / sizeof(float) };

struct network_trainer {
    struct network *network;
    struct network gradient, mean, square; /* of a batch; Adam's running means of the gradient and of its
                                            * square */
    struct network_sums sums;
    float activation[2][NETWORK_HIDDEN];
    float fault[2][NETWORK_OUTPUTS]; /* by how much each output should have been higher, as each half sees
                                      * it */
};

/* A setup under a mask. */
struct masked_setup {
    uint8_t state[PIECES_A_SIDE];
    uint16_t mask[PIECES_A_SIDE]; /* ranks that may stand there; 0 where it is seen */
    const uint8_t *rank;
};

static void mask_setup(struct masked_setup *masked, const struct setup *setup,
                       const struct setup_mask *visible)
{
    int seen[RANKS] = {0};
    masked->rank = setup->rank;
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        int rank = setup->rank[place], state = visible->state[place];
        if (state < NETWORK_MOVED)
            seen[state = rank]++;
        else if (state == NETWORK_MOVED && !rank_moves(rank))
            state = NETWORK_NOTHING;
        masked->state[place] = (uint8_t)state;
    }
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        uint16_t mask = 0;
        for (int rank = 0; rank < RANKS; rank++)
            if (seen[rank] < rank_table[rank].count &&
                (rank_moves(rank) || masked->state[place] != NETWORK_MOVED))
                mask |= (uint16_t)(1u << rank);
        masked->mask[place] = masked->state[place] < NETWORK_MOVED ? 0 : mask;
    }
}

/* Fills `fault`; returns the loss in nats, summed over the masked places, and adds their number to
 * `places`. */
static double judge(struct network_trainer *trainer, const struct masked_setup *masked, size_t *places)
{
    float answer[PIECES_A_SIDE][RANKS];
    double loss = 0;
    network_answer(trainer->network, &trainer->sums, answer);
    memset(trainer->fault, 0, sizeof trainer->fault);
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        float share[RANKS], most = -INFINITY, total = 0;
        if (!masked->mask[place])
            continue;
        for (int rank = 0; rank < RANKS; rank++)
            if ((masked->mask[place] >> rank & 1) && answer[place][rank] > most)
                most = answer[place][rank];
        for (int rank = 0; rank < RANKS; rank++) {
            bool may = masked->mask[place] >> rank & 1;
            share[rank] = may ? fast_exp(answer[place][rank] - most) : 0;
            total += share[rank];
        }
        int truth = masked->rank[place];
        loss -= log(share[truth] / total + 1e-12f);
        (*places)++;
        for (int rank = 0; rank < RANKS; rank++) {
            float fault = (rank == truth) - share[rank] / total;
            trainer->fault[0][place * RANKS + rank] = fault;
            trainer->fault[1][place_mirrored(place) * RANKS + rank] = fault;
        }
    }
    return loss;
}

static void add_gradient(struct network_trainer *trainer, const struct masked_setup *masked, int half)
{
    struct network *gradient = &trainer->gradient;
    const float *fault = trainer->fault[half];
    float back[NETWORK_HIDDEN];
    for (int i = 0; i < NETWORK_HIDDEN; i++) {
        float activation = trainer->sums.hidden[half][i], sum = 0;
        back[i] = 0;
        if (!(activation > 0))
            continue;
        const float *out = trainer->network->out[i];
        float *add = gradient->out[i];
        for (int k = 0; k < NETWORK_OUTPUTS; k++) {
            sum += out[k] * fault[k];
            add[k] += activation * fault[k];
        }
        back[i] = sum;
        gradient->threshold[i] += sum;
    }
    for (int k = 0; k < NETWORK_OUTPUTS; k++)
        gradient->bias[k] += fault[k];
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        int state = masked->state[half ? place_mirrored(place) : place];
        if (state == NETWORK_NOTHING)
            continue;
        float *direct = gradient->direct[place][state], *in = gradient->in[place][state];
        for (int k = 0; k < NETWORK_OUTPUTS; k++)
            direct[k] += fault[k];
        for (int i = 0; i < NETWORK_HIDDEN; i++)
            in[i] += back[i];
    }
}

static double study(struct network_trainer *trainer, const struct masked_setup *masked, size_t *places)
{
    network_start(trainer->network, &trainer->sums);
    for (int place = 0; place < PIECES_A_SIDE; place++)
        network_change(trainer->network, &trainer->sums, place, NETWORK_NOTHING, masked->state[place]);
    double loss = judge(trainer, masked, places);
    add_gradient(trainer, masked, 0);
    add_gradient(trainer, masked, 1);
    return loss;
}

/* One step of Adam with the gradient of a batch, which is then emptied; weights decay apart from it
 * (Loshchilov & Hutter 2019). */
static void step(struct network_trainer *trainer, const struct network_training *training, double rate,
                 uint64_t steps)
{
    const float keep = 0.9f, keep_square = 0.999f, share = 1 / (float)training->batch;
    float *weight = (float *)trainer->network, *gradient = (float *)&trainer->gradient;
    float *mean = (float *)&trainer->mean, *square = (float *)&trainer->square;
    float pace = (float)(rate * sqrt(1 - pow(keep_square, (double)steps)) /
                         (1 - pow(keep, (double)steps)));
    float shrink = 1 - (float)(rate * training->decay);
    for (int i = 0; i < (int)WEIGHTS; i++) {
        float g = gradient[i] * share;
        mean[i] = keep * mean[i] + (1 - keep) * g;
        square[i] = keep_square * square[i] + (1 - keep_square) * g * g;
        weight[i] = shrink * weight[i] + pace * mean[i] / (sqrtf(square[i]) + 1e-8f);
        gradient[i] = 0;
    }
}

static void shuffle_weights(struct network *network, struct rng *rng)
{
    float *in = network->in[0][0], *out = network->out[0];
    memset(network, 0, sizeof *network);
    for (size_t i = 0; i < sizeof network->in / sizeof *in; i++)
        in[i] = (float)(rng_unit(rng) - 0.5) * 0.3f;
    for (size_t i = 0; i < sizeof network->out / sizeof *out; i++)
        out[i] = (float)(rng_unit(rng) - 0.5) * 0.05f;
}

void network_learn(struct network *network, const struct setup *setups, size_t setup_count,
                   const struct setup_mask *masks, size_t mask_count,
                   const struct network_training *training, struct rng *rng)
{
    struct network_trainer *trainer = memory_new(1, sizeof *trainer);
    uint64_t steps = 0, all = (uint64_t)training->epochs * (setup_count / (size_t)training->batch + 1);
    trainer->network = network;
    shuffle_weights(network, rng);
    for (int epoch = 0; epoch < training->epochs; epoch++) {
        double loss = 0;
        size_t places = 0;
        for (size_t i = 0; i < setup_count; i += (size_t)training->batch) {
            for (int k = 0; k < training->batch; k++) {
                struct masked_setup masked;
                mask_setup(&masked, &setups[rng_below(rng, (uint32_t)setup_count)],
                           &masks[rng_below(rng, (uint32_t)mask_count)]);
                loss += study(trainer, &masked, &places);
            }
            double done = (double)steps / (double)all;
            step(trainer, training, training->rate * 0.5 * (1 + cos(acos(-1) * done)), ++steps);
        }
        if (training->report && !training->report(training->context, epoch, loss / (double)places))
            break;
    }
    free(trainer);
}
