/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/network.h"

#include "base/memory.h"
#include "belief/quick.h"
#include "setup/place.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WEIGHTS = sizeof(struct network) / sizeof(float) };

struct school {
    struct network *network;
    struct network gradient, mean, square; /* of a batch; Adam's two running means */
    struct network_sums sums;
    float pull[2][NETWORK_HIDDEN];
    float fault[2][NETWORK_OUTPUTS]; /* what each output should have been higher by, as each half sees it */
};

/* A setup under a cover; maybe a rank is all seen. */
struct sample {
    uint8_t state[PIECES_A_SIDE];
    uint16_t mask[PIECES_A_SIDE]; /* ranks that may stand there; 0 where it is seen */
    const uint8_t *rank;
};

static void cover(struct sample *sample, const struct setup *setup, const struct network_cover *cover)
{
    int seen[RANKS] = {0};
    sample->rank = setup->rank;
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        int rank = setup->rank[place], state = cover->state[place];
        if (state < NETWORK_MOVED)
            seen[state = rank]++;
        else if (state == NETWORK_MOVED && !rank_moves(rank))
            state = NETWORK_NOTHING;
        sample->state[place] = (uint8_t)state;
    }
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        uint16_t mask = 0;
        for (int rank = 0; rank < RANKS; rank++)
            if (seen[rank] < rank_table[rank].count &&
                (rank_moves(rank) || sample->state[place] != NETWORK_MOVED))
                mask |= (uint16_t)(1u << rank);
        sample->mask[place] = sample->state[place] < NETWORK_MOVED ? 0 : mask;
    }
}

/* Fills `fault`; returns the loss in nats, summed over the covered places, and counts these. */
static double judge(struct school *school, const struct sample *sample, size_t *places)
{
    float answer[PIECES_A_SIDE][RANKS];
    double loss = 0;
    network_answer(school->network, &school->sums, answer);
    memset(school->fault, 0, sizeof school->fault);
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        float share[RANKS], most = -INFINITY, total = 0;
        if (!sample->mask[place])
            continue;
        for (int rank = 0; rank < RANKS; rank++)
            if ((sample->mask[place] >> rank & 1) && answer[place][rank] > most)
                most = answer[place][rank];
        for (int rank = 0; rank < RANKS; rank++) {
            bool may = sample->mask[place] >> rank & 1;
            share[rank] = may ? quick_exp(answer[place][rank] - most) : 0;
            total += share[rank];
        }
        int truth = sample->rank[place];
        loss -= log(share[truth] / total + 1e-12f);
        (*places)++;
        for (int rank = 0; rank < RANKS; rank++) {
            float fault = (rank == truth) - share[rank] / total;
            school->fault[0][place * RANKS + rank] = fault;
            school->fault[1][place_mirrored(place) * RANKS + rank] = fault;
        }
    }
    return loss;
}

static void add_gradient(struct school *school, const struct sample *sample, int half)
{
    struct network *gradient = &school->gradient;
    const float *fault = school->fault[half];
    float back[NETWORK_HIDDEN];
    for (int i = 0; i < NETWORK_HIDDEN; i++) {
        float pull = school->sums.hidden[half][i], sum = 0;
        back[i] = 0;
        if (!(pull > 0))
            continue;
        const float *out = school->network->out[i];
        float *add = gradient->out[i];
        for (int k = 0; k < NETWORK_OUTPUTS; k++) {
            sum += out[k] * fault[k];
            add[k] += pull * fault[k];
        }
        back[i] = sum;
        gradient->threshold[i] += sum;
    }
    for (int k = 0; k < NETWORK_OUTPUTS; k++)
        gradient->bias[k] += fault[k];
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        int state = sample->state[half ? place_mirrored(place) : place];
        if (state == NETWORK_NOTHING)
            continue;
        float *direct = gradient->direct[place][state], *in = gradient->in[place][state];
        for (int k = 0; k < NETWORK_OUTPUTS; k++)
            direct[k] += fault[k];
        for (int i = 0; i < NETWORK_HIDDEN; i++)
            in[i] += back[i];
    }
}

static double study(struct school *school, const struct sample *sample, size_t *places)
{
    network_start(school->network, &school->sums);
    for (int place = 0; place < PIECES_A_SIDE; place++)
        network_change(school->network, &school->sums, place, NETWORK_NOTHING, sample->state[place]);
    double loss = judge(school, sample, places);
    add_gradient(school, sample, 0);
    add_gradient(school, sample, 1);
    return loss;
}

/* One step of Adam with the gradient of a batch, which is then emptied; weights decay apart from it
 * (Loshchilov & Hutter 2019). */
static void step(struct school *school, const struct network_course *course, double rate,
                 uint64_t steps)
{
    const float keep = 0.9f, keep_square = 0.999f, share = 1 / (float)course->batch;
    float *weight = (float *)school->network, *gradient = (float *)&school->gradient;
    float *mean = (float *)&school->mean, *square = (float *)&school->square;
    float pace = (float)(rate * sqrt(1 - pow(keep_square, (double)steps)) /
                         (1 - pow(keep, (double)steps)));
    float shrink = 1 - (float)(rate * course->decay);
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
                   const struct network_cover *covers, size_t cover_count,
                   const struct network_course *course, struct rng *rng)
{
    struct school *school = memory_new(1, sizeof *school);
    uint64_t steps = 0, all = (uint64_t)course->epochs * (setup_count / (size_t)course->batch + 1);
    school->network = network;
    shuffle_weights(network, rng);
    for (int epoch = 0; epoch < course->epochs; epoch++) {
        double loss = 0;
        size_t places = 0;
        for (size_t i = 0; i < setup_count; i += (size_t)course->batch) {
            for (int k = 0; k < course->batch; k++) {
                struct sample sample;
                cover(&sample, &setups[rng_below(rng, (uint32_t)setup_count)],
                      &covers[rng_below(rng, (uint32_t)cover_count)]);
                loss += study(school, &sample, &places);
            }
            double done = (double)steps / (double)all;
            step(school, course, course->rate * 0.5 * (1 + cos(acos(-1) * done)), ++steps);
        }
        if (course->report && !course->report(course->context, epoch, loss / (double)places))
            break;
    }
    free(school);
}
