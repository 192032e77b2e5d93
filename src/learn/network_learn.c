/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/network_learn.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "belief/fast_math.h"
#include "setup/place.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct network_training network_course = {
    .rounds = NETWORK_ROUNDS, .batch = 64, .rate = 0.004, .decay = 0.01, .dropout = 0.5, .cover = 0.4,
    .played = 0.5, .trust = 0.85, .jobs = 1,
};

enum {
    BATCH_ROWS = 2 * NETWORK_BATCH_MOST, /* 2 k and 2 k + 1: the lesson k, as it is and mirrored */
    SLICE = 16,                          /* lessons that a thread studies at once */
    BLOCK = 16,                          /* hidden units that it mends at once */
    BLOCKS = NETWORK_HIDDEN / BLOCK,
    SWEEPS = 2                           /* scalings towards the normal form */
};

static_assert(NETWORK_OUTPUTS % 4 == 0 && NETWORK_HIDDEN % BLOCK == 0, "whole vectors and blocks");

/* A setup under a mask. */
struct masked_setup {
    uint8_t state[PIECES_A_SIDE];
    uint16_t mask[PIECES_A_SIDE]; /* ranks that may stand there; 0 where it is seen */
    float left[RANKS];            /* how many were not seen */
    uint8_t rank[PIECES_A_SIDE];  /* RANK_UNKNOWN: the place is empty */
    int hidden;                   /* state of a piece of which nothing was seen */
    uint64_t seed;                /* of the units that are left out */
    double loss;
    int places;                   /* that are not seen */
};

struct network_trainer {
    const struct network_training *training;
    struct network *network;
    struct network mean, square;  /* Adam's running means of the gradient and of its square */
    /* Of this batch. The fault is by how much each output should have been higher, as each half sees it. */
    struct masked_setup lesson[NETWORK_BATCH_MOST];
    float active[BATCH_ROWS][NETWORK_HIDDEN], back[BATCH_ROWS][NETWORK_HIDDEN];
    float fault[BATCH_ROWS][NETWORK_OUTPUTS];
    float pace, shrink;           /* of this step */
};

/* --- a lesson --- */

static void mask_setup(struct masked_setup *masked, const struct setup *setup,
                       const struct setup_mask *visible)
{
    masked->hidden = memchr(setup->rank, RANK_UNKNOWN, PIECES_A_SIDE) ? NETWORK_THERE : NETWORK_NOTHING;
    memset(masked->left, 0, sizeof masked->left);
    memcpy(masked->rank, setup->rank, sizeof masked->rank);
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        int rank = setup->rank[place], state = visible->state[place];
        masked->state[place] = NETWORK_NOTHING;
        if (rank == RANK_UNKNOWN)
            continue;
        masked->left[rank] += state >= NETWORK_MOVED;
        if (state < NETWORK_MOVED)
            state = rank;
        else if (state != NETWORK_MOVED || !rank_moves(rank))
            state = masked->hidden;
        masked->state[place] = (uint8_t)state;
    }
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        uint16_t mask = 0;
        for (int rank = 0; rank < RANKS; rank++)
            if (masked->left[rank] > 0 && (rank_moves(rank) || masked->state[place] != NETWORK_MOVED))
                mask |= (uint16_t)(1u << rank);
        bool seen = masked->rank[place] == RANK_UNKNOWN || masked->state[place] < NETWORK_MOVED;
        masked->mask[place] = seen ? 0 : mask;
    }
}

/* Covers up some more of what is seen, in every second lesson: from none to twice `share` of it. */
static void cover_more(struct setup_mask *mask, double share, struct rng *rng)
{
    double most = rng_unit(rng) < 0.5 ? 2 * share * rng_unit(rng) : 0;
    for (int place = 0; place < PIECES_A_SIDE && most > 0; place++)
        if (mask->state[place] < NETWORK_MOVED && rng_unit(rng) < most)
            mask->state[place] = rng_unit(rng) < 0.5 ? NETWORK_NOTHING : NETWORK_MOVED;
}

/* Weights of the possible ranks, the greatest of a place being 1. */
static void start_shares(const struct masked_setup *lesson, float (*share)[RANKS])
{
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        float most = -INFINITY;
        for (int rank = 0; rank < RANKS; rank++)
            if ((lesson->mask[place] >> rank & 1) && share[place][rank] > most)
                most = share[place][rank];
        if (!lesson->mask[place])
            continue;
        for (int rank = 0; rank < RANKS; rank++)
            share[place][rank] -= most;
        fast_exp_all(share[place], share[place], RANKS);
        for (int rank = 0; rank < RANKS; rank++)
            share[place][rank] = lesson->mask[place] >> rank & 1 ? share[place][rank] + 1e-12f : 0;
    }
}

/* Turns the logarithms of weights into probabilities close to their normal form. */
static void scale_shares(const struct masked_setup *lesson, float (*share)[RANKS])
{
    float factor[RANKS];
    start_shares(lesson, share);
    for (int rank = 0; rank < RANKS; rank++)
        factor[rank] = 1;
    for (int sweep = 0; sweep <= SWEEPS; sweep++) {
        float sum[RANKS] = {0};
        for (int place = 0; place < PIECES_A_SIDE; place++) {
            float total = 0;
            if (!lesson->mask[place])
                continue;
            for (int rank = 0; rank < RANKS; rank++)
                total += share[place][rank] *= factor[rank];
            for (int rank = 0; rank < RANKS; rank++)
                sum[rank] += share[place][rank] /= total;
        }
        for (int rank = 0; rank < RANKS; rank++)
            factor[rank] = sum[rank] > 0 ? lesson->left[rank] / sum[rank] : 0;
    }
}

/* From the outputs of both halves, in `fault`, to what they should have been less what they are. */
static void judge(struct masked_setup *lesson, float *fault, float *mirrored)
{
    float share[PIECES_A_SIDE][RANKS];
    for (int place = 0; place < PIECES_A_SIDE; place++)
        for (int rank = 0; rank < RANKS; rank++)
            share[place][rank] = fault[place * RANKS + rank] + mirrored[place_mirrored(place) * RANKS + rank];
    scale_shares(lesson, share);
    memset(fault, 0, NETWORK_OUTPUTS * sizeof *fault);
    memset(mirrored, 0, NETWORK_OUTPUTS * sizeof *mirrored);
    lesson->loss = 0;
    lesson->places = 0;
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        int truth = lesson->rank[place];
        if (!lesson->mask[place])
            continue;
        lesson->loss -= log(share[place][truth] + 1e-12f);
        lesson->places++;
        for (int rank = 0; rank < RANKS; rank++)
            fault[place * RANKS + rank] = mirrored[place_mirrored(place) * RANKS + rank] =
                (rank == truth) - share[place][rank];
    }
}

/* The sums over the inputs, then the units that are active, the others 0. */
static void look(struct network_trainer *trainer, int k)
{
    struct masked_setup *lesson = &trainer->lesson[k];
    const double dropout = trainer->training->dropout;
    const uint32_t out = (uint32_t)(dropout * 65536);
    const float kept = (float)(1 / (1 - dropout));
    struct network_sums sums;
    struct rng rng;
    network_start(trainer->network, &sums);
    for (int place = 0; place < PIECES_A_SIDE; place++)
        network_change(trainer->network, &sums, place, NETWORK_NOTHING, lesson->state[place]);
    rng_seed(&rng, lesson->seed, 0);
    for (int half = 0; half < 2; half++) {
        float *active = trainer->active[2 * k + half];
        memcpy(trainer->fault[2 * k + half], sums.output[half], sizeof sums.output[half]);
        uint64_t bits = 0;
        for (int i = 0; i < NETWORK_HIDDEN; i++, bits >>= 16) {
            if (i % 4 == 0)
                bits = rng_next(&rng);
            float sum = sums.hidden[half][i];
            active[i] = sum > 0 && (bits & 65535) >= out ? sum * kept : 0;
        }
    }
}

/* sum += factor x row, for `count` numbers, a multiple of 4. */
static void add_scaled(float *sum, const float *row, float factor, int count)
{
    for (int i = 0; i < count; i += 4) {
        float4 x, y;
        memcpy(&x, sum + i, sizeof x);
        memcpy(&y, row + i, sizeof y);
        x += factor * y;
        memcpy(sum + i, &x, sizeof x);
    }
}

/* Adds what the active units make of the outputs: few are, as most have come to stand for something rare. */
static void add_active(const struct network *network, const float *active, float *output)
{
    float sum[NETWORK_OUTPUTS] = {0};
    for (int i = 0; i < NETWORK_HIDDEN; i++)
        if (active[i] > 0)
            add_scaled(sum, network->out[i], active[i], NETWORK_OUTPUTS);
    add_scaled(output, sum, 1, NETWORK_OUTPUTS);
}

/* The active units' shares in the fault. Four are summed side by side, each in the order of the outputs. */
static void look_back(const struct network *network, const float *active, const float *fault, float kept,
                      float *back)
{
    int unit[NETWORK_HIDDEN + 3], count = 0;
    for (int i = 0; i < NETWORK_HIDDEN; i++) {
        back[i] = 0;
        if (active[i] > 0)
            unit[count++] = i;
    }
    for (int i = count; i < count + 3; i++)
        unit[i] = 0; /* of no use, but there */
    for (int i = 0; i < count; i += 4) {
        const float *a = network->out[unit[i]], *b = network->out[unit[i + 1]];
        const float *c = network->out[unit[i + 2]], *d = network->out[unit[i + 3]];
        float4 sum = {0};
        for (int k = 0; k < NETWORK_OUTPUTS; k++)
            sum += fault[k] * (float4){a[k], b[k], c[k], d[k]};
        for (int n = i; n < i + 4 && n < count; n++)
            back[unit[n]] = sum[n - i] * kept;
    }
}

/* Some lessons: out to the answers, and back to the hidden units' share in the fault. */
static void study(void *context, size_t index)
{
    struct network_trainer *trainer = context;
    int first = (int)index * SLICE, end = first + SLICE;
    const float kept = (float)(1 / (1 - trainer->training->dropout));
    end = end < trainer->training->batch ? end : trainer->training->batch;
    for (int k = first; k < end; k++) {
        look(trainer, k);
        for (int row = 2 * k; row < 2 * k + 2; row++)
            add_active(trainer->network, trainer->active[row], trainer->fault[row]);
        judge(&trainer->lesson[k], trainer->fault[2 * k], trainer->fault[2 * k + 1]);
        for (int row = 2 * k; row < 2 * k + 2; row++)
            look_back(trainer->network, trainer->active[row], trainer->fault[row], kept, trainer->back[row]);
    }
}

/* --- a step --- */

/* 1 / sqrt(x) of positive numbers, to a relative error of a few 1e-7: Newton's steps from a guess by the
 * bits. */
static inline float4 inverse_root(float4 x)
{
    float4 y = (float4)(0x5f3759df - ((int4)x >> 1)), half = 0.5f * x;
    for (int i = 0; i < 3; i++)
        y *= 1.5f - half * y * y;
    return y;
}

/* One step of Adam for `count` weights, a multiple of 4; weights decay apart from it (Loshchilov & Hutter
 * 2019). `gradient` is of the batch's sum; `weight` is the network's. */
static void mend(struct network_trainer *trainer, float *weight, const float *gradient, int count)
{
    const float keep = 0.9f, keep_square = 0.999f, share = 1 / (float)trainer->training->batch;
    long at = weight - (float *)trainer->network;
    float *mean = (float *)&trainer->mean + at, *square = (float *)&trainer->square + at;
    for (int i = 0; i < count; i += 4) {
        float4 w, g, m, s;
        memcpy(&w, weight + i, sizeof w);
        memcpy(&g, gradient + i, sizeof g);
        memcpy(&m, mean + i, sizeof m);
        memcpy(&s, square + i, sizeof s);
        g *= share;
        m = keep * m + (1 - keep) * g;
        s = keep_square * s + (1 - keep_square) * g * g;
        w = trainer->shrink * w + trainer->pace * m * inverse_root(s + 1e-16f);
        memcpy(weight + i, &w, sizeof w);
        memcpy(mean + i, &m, sizeof m);
        memcpy(square + i, &s, sizeof s);
    }
}

/* The weights of one place's states, or for index PIECES_A_SIDE, those that are no input's. */
static void mend_inputs(struct network_trainer *trainer, int place)
{
    struct network *network = trainer->network;
    struct input_gradient {
        float direct[NETWORK_OUTPUTS], in[NETWORK_HIDDEN];
    } sum[NETWORK_STATES] = {0};
    for (int row = 0; row < 2 * trainer->training->batch; row++) {
        const uint8_t *states = trainer->lesson[row / 2].state;
        int state = place == PIECES_A_SIDE ? 0 : states[row % 2 ? place_mirrored(place) : place];
        if (state == NETWORK_NOTHING)
            continue;
        add_scaled(sum[state].direct, trainer->fault[row], 1, NETWORK_OUTPUTS);
        add_scaled(sum[state].in, trainer->back[row], 1, NETWORK_HIDDEN);
    }
    if (place == PIECES_A_SIDE) {
        mend(trainer, network->bias, sum[0].direct, NETWORK_OUTPUTS);
        mend(trainer, network->threshold, sum[0].in, NETWORK_HIDDEN);
        return;
    }
    for (int state = 0; state < NETWORK_STATES; state++) {
        mend(trainer, network->direct[place][state], sum[state].direct, NETWORK_OUTPUTS);
        mend(trainer, network->in[place][state], sum[state].in, NETWORK_HIDDEN);
    }
}

static void mend_outputs(struct network_trainer *trainer, int block)
{
    float gradient[BLOCK][NETWORK_OUTPUTS] = {{0}};
    int first = block * BLOCK;
    for (int row = 0; row < 2 * trainer->training->batch; row++)
        for (int i = 0; i < BLOCK; i++)
            if (trainer->active[row][first + i] > 0)
                add_scaled(gradient[i], trainer->fault[row], trainer->active[row][first + i],
                           NETWORK_OUTPUTS);
    for (int i = 0; i < BLOCK; i++)
        mend(trainer, trainer->network->out[first + i], gradient[i], NETWORK_OUTPUTS);
}

static void mend_some(void *context, size_t index)
{
    if (index < BLOCKS)
        mend_outputs(context, (int)index);
    else
        mend_inputs(context, (int)index - BLOCKS);
}

/* Studies a batch of lessons and takes the step that follows from it, the `step`-th of `steps`. Each weight's
 * gradient is summed in the order of the lessons by whichever thread mends it. */
static void take_step(struct network_trainer *trainer, uint64_t step, uint64_t steps)
{
    const struct network_training *training = trainer->training;
    double done = (double)(step - 1) / (double)steps, early = 1, early_square = 1;
    /* Adam's means start from 0, which is made good; after so many steps it no longer shows. */
    for (uint64_t i = 0; i < step && i < 20000; i++) {
        early *= 0.9;
        early_square *= 0.999;
    }
    double rate = training->rate * (1 - done * done * (3 - 2 * done));
    trainer->pace = (float)(rate * sqrt(1 - early_square) / (1 - early));
    trainer->shrink = 1 - (float)(rate * training->decay);
    parallel_run(training->jobs, (size_t)(training->batch + SLICE - 1) / SLICE, study, trainer);
    parallel_run(training->jobs, BLOCKS + PIECES_A_SIDE + 1, mend_some, trainer);
}

/* Of those inputs that the lessons' variant has. */
static void shuffle_weights(struct network *network, const struct network_lessons *lessons, struct rng *rng)
{
    float *out = network->out[0];
    const struct variant *variant = setup_variant(&lessons->setups[0]);
    int states = variant ? network_states(variant) : NETWORK_STATES;
    memset(network, 0, sizeof *network);
    for (int place = 0; place < PIECES_A_SIDE; place++)
        for (int state = 0; state < states; state++)
            for (int i = 0; i < NETWORK_HIDDEN; i++)
                network->in[place][state][i] = (float)(rng_unit(rng) - 0.5) * 0.3f;
    for (size_t i = 0; i < sizeof network->out / sizeof *out; i++)
        out[i] = (float)(rng_unit(rng) - 0.5) * 0.05f;
}

static void scale(float *weight, size_t size, double factor)
{
    for (size_t i = 0; i < size / sizeof *weight; i++)
        weight[i] *= (float)factor;
}

/* Draws the answer towards the logarithms of how much of the setups' weight has each rank on each place, left
 * and right alike. Each half gives half of them. */
static void restrain(struct network *network, const struct network_lessons *lessons, double trust)
{
    float table[NETWORK_OUTPUTS];
    const double *before = lessons->setups_before;
    for (int k = 0; k < NETWORK_OUTPUTS; k++)
        table[k] = 0.5f;
    for (size_t i = 0; i < lessons->setup_count; i++)
        for (int place = 0; place < PIECES_A_SIDE; place++) {
            int rank = lessons->setups[i].rank[place];
            float share = (float)(before[i + 1] - before[i]) / 2;
            if (rank == PLACE_EMPTY)
                continue;
            table[place * RANKS + rank] += share;
            table[place_mirrored(place) * RANKS + rank] += share;
        }
    fast_log_all(table, table, NETWORK_OUTPUTS);
    scale(network->bias, sizeof network->bias, trust);
    scale(network->direct[0][0], sizeof network->direct, trust);
    scale(network->out[0], sizeof network->out, trust);
    for (int k = 0; k < NETWORK_OUTPUTS; k++)
        network->bias[k] += (float)(1 - trust) * table[k] / 2;
}

void network_learn(struct network *network, const struct network_lessons *lessons,
                   const struct network_training *training, struct rng *rng)
{
    struct network_trainer *trainer = memory_new(1, sizeof *trainer);
    uint64_t a_round = lessons->setup_count / (size_t)training->batch + 1, step = 0;
    trainer->training = training;
    trainer->network = network;
    shuffle_weights(network, lessons, rng);
    for (int round = 0; round < training->rounds; round++) {
        double loss = 0;
        long places = 0;
        for (uint64_t i = 0; i < a_round; i++) {
            for (int k = 0; k < training->batch; k++) {
                const struct setup *setup;
                struct setup_mask mask;
                network_lessons_draw(lessons, training->played, rng, &setup, &mask);
                cover_more(&mask, training->cover, rng);
                mask_setup(&trainer->lesson[k], setup, &mask);
                trainer->lesson[k].seed = rng_next(rng);
            }
            take_step(trainer, ++step, a_round * (uint64_t)training->rounds);
            for (int k = 0; k < training->batch; k++) {
                loss += trainer->lesson[k].loss;
                places += trainer->lesson[k].places;
            }
        }
        if (training->report && !training->report(training->context, round, loss / (double)places))
            break;
    }
    restrain(network, lessons, training->trust);
    free(trainer);
}
