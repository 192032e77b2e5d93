/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/network_learn.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "belief/fast_math.h"
#include "net/adam.h"
#include "net/pass.h"
#include "setup/place.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct network_training network_training_default = {
    .rounds = NETWORK_ROUNDS, .batch = 64, .rate = 0.004, .decay = 0.01, .dropout = 0.5, .cover = 0.4,
    .played = 0.5, .trust = 0.85, .jobs = 1,
};

enum {
    SLICE = 16,                          /* samples of a batch that one thread computes together */
    SLICES_MAX = (NETWORK_BATCH_MAX + SLICE - 1) / SLICE,
    SWEEPS = 2                           /* times that the ranks are scaled towards the normal form */
};

/* Random first weights are uniform, from minus to plus half of these widths. */
static const float in_width = 0.3f, out_width = 0.05f;

/* Added to a possible rank's share, so that neither a sum nor a logarithm is that of 0. */
static const float share_min = 1e-12f;

/* A setup with some of its pieces hidden: a sample. */
struct masked_setup {
    uint8_t state[PIECES_A_SIDE]; /* the network's input of each place: a rank, or NETWORK_MOVED etc. */
    uint16_t mask[PIECES_A_SIDE]; /* possible ranks of a hidden piece, by bit; 0: visible or empty */
    float left[RANKS];            /* number of hidden pieces of each rank */
    uint8_t rank[PIECES_A_SIDE];  /* the true rank; RANK_UNKNOWN: the place is empty */
    int hidden;                   /* the state of a piece of which nothing was seen */
    uint64_t seed;                /* of the random numbers that drop hidden units */
    double loss;                  /* of the sample, nats */
    int places;                   /* number of hidden pieces */
};

struct network_trainer {
    const struct network_training *training;
    struct net *network;
    struct adam *adam;
    struct net_part *parts;       /* of the weights */
    size_t part_count;
    float *gradient;              /* of all weights */
    /* The current batch. A sample is two inputs of its slice's pass: the setup, then its mirror image. */
    struct net_pass *passes[SLICES_MAX];
    struct masked_setup sample[NETWORK_BATCH_MAX];
};

/* --- a sample --- */

/* Makes a sample of `setup` with what `visible` shows of each place: a rank seen, a piece that has moved, or
 * a hidden piece. `visible` may come from another setup. So a place that it shows as seen gets this setup's
 * rank, and a piece that cannot move does not become NETWORK_MOVED. */
static void mask_setup(struct masked_setup *masked, const struct setup *setup,
                       const struct setup_mask *visible)
{
    /* That a place has a piece is an input of its own only if the setup has empty places. */
    masked->hidden = memchr(setup->rank, RANK_UNKNOWN, PIECES_A_SIDE) ? NETWORK_THERE : NETWORK_NOTHING;
    memset(masked->left, 0, sizeof masked->left);
    memcpy(masked->rank, setup->rank, sizeof masked->rank);
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        int rank = setup->rank[place], state = visible->state[place]; /* below NETWORK_MOVED: a rank seen */
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
    /* The possible ranks of a hidden piece: those with hidden pieces left; if it has moved, mobile ones. */
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        uint16_t mask = 0;
        for (int rank = 0; rank < RANKS; rank++)
            if (masked->left[rank] > 0 && (rank_moves(rank) || masked->state[place] != NETWORK_MOVED))
                mask |= (uint16_t)(1u << rank);
        bool seen = masked->rank[place] == RANK_UNKNOWN || masked->state[place] < NETWORK_MOVED;
        masked->mask[place] = seen ? 0 : mask;
    }
}

/* Hides more of the visible places in every second sample on average. Hides each place with a probability
 * that is drawn from 0 .. 2 x `share`. */
static void cover_more(struct setup_mask *mask, double share, struct rng *rng)
{
    double probability = rng_unit(rng) < 0.5 ? 2 * share * rng_unit(rng) : 0;
    for (int place = 0; place < PIECES_A_SIDE && probability > 0; place++)
        if (mask->state[place] < NETWORK_MOVED && rng_unit(rng) < probability)
            mask->state[place] = rng_unit(rng) < 0.5 ? NETWORK_NOTHING : NETWORK_MOVED;
}

/* Converts the logarithms of weights into probabilities close to their normal form: each place sums to 1, and
 * each rank sums to about its number of hidden pieces. */
static void scale_shares(const struct masked_setup *sample, float (*share)[RANKS])
{
    float factor[RANKS];
    /* Computes the weights of the possible ranks; the largest of each place becomes 1. */
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        float max_log = -INFINITY;
        for (int rank = 0; rank < RANKS; rank++)
            if ((sample->mask[place] >> rank & 1) && share[place][rank] > max_log)
                max_log = share[place][rank];
        if (!sample->mask[place])
            continue;
        for (int rank = 0; rank < RANKS; rank++)
            share[place][rank] -= max_log;
        fast_exp_all(share[place], share[place], RANKS);
        for (int rank = 0; rank < RANKS; rank++)
            share[place][rank] = sample->mask[place] >> rank & 1 ? share[place][rank] + share_min : 0;
    }
    for (int rank = 0; rank < RANKS; rank++)
        factor[rank] = 1;
    /* Each sweep ends with the ranks' factors for the next one; after the last only the places are scaled. */
    for (int sweep = 0; sweep <= SWEEPS; sweep++) {
        float sum[RANKS] = {0};
        for (int place = 0; place < PIECES_A_SIDE; place++) {
            float total = 0;
            if (!sample->mask[place])
                continue;
            for (int rank = 0; rank < RANKS; rank++)
                total += share[place][rank] *= factor[rank];
            for (int rank = 0; rank < RANKS; rank++)
                sum[rank] += share[place][rank] /= total;
        }
        for (int rank = 0; rank < RANKS; rank++)
            factor[rank] = sum[rank] > 0 ? sample->left[rank] / sum[rank] : 0;
    }
}

/* Computes the loss of a sample in nats and the gradients of the mean loss of `batch` samples. `outputs`
 * and `gradients` have those of the setup first, then those of its mirror image. The gradients must be 0
 * before. */
static void sample_loss(struct masked_setup *sample, int batch, const float *outputs, float *gradients)
{
    const float weight = 1 / (float)batch, *mirrored = outputs + NETWORK_OUTPUTS;
    float share[PIECES_A_SIDE][RANKS], *mirrored_gradients = gradients + NETWORK_OUTPUTS;
    /* Both images predict the same setup: their outputs are added. */
    for (int place = 0; place < PIECES_A_SIDE; place++)
        for (int rank = 0; rank < RANKS; rank++)
            share[place][rank] = outputs[place * RANKS + rank] +
                                 mirrored[place_mirrored(place) * RANKS + rank];
    scale_shares(sample, share);
    /* The cross-entropy of the true ranks; its gradient by an output is share - truth, for both images. */
    sample->loss = 0;
    sample->places = 0;
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        int truth = sample->rank[place];
        if (!sample->mask[place])
            continue;
        sample->loss -= log(share[place][truth] + share_min);
        sample->places++;
        for (int rank = 0; rank < RANKS; rank++)
            gradients[place * RANKS + rank] =
                mirrored_gradients[place_mirrored(place) * RANKS + rank] =
                    (share[place][rank] - (float)(rank == truth)) * weight;
    }
}

/* Writes a sample's inputs, of the setup and then of its mirror image: an entry for each place, and a factor
 * for each hidden unit. The factor is 0 if the unit is dropped. If not, it is 1 / (1 - dropout), so that the
 * expected sum stays the same. */
static void write_inputs(const struct masked_setup *sample, double dropout, float *places, float *factors)
{
    const uint32_t dropped = (uint32_t)(dropout * 65536); /* as a number of 16 bits, like the random ones */
    const float scale = (float)(1 / (1 - dropout));
    struct rng rng;
    rng_seed(&rng, sample->seed, 0);
    for (int image = 0; image < 2; image++) {
        uint64_t bits = 0;
        for (int place = 0; place < PIECES_A_SIDE; place++)
            *places++ = (float)network_entry(image ? place_mirrored(place) : place, sample->state[place]);
        for (int i = 0; i < NETWORK_HIDDEN; i++, bits >>= 16) {
            if (i % 4 == 0)
                bits = rng_next(&rng); /* for four units, 16 bits each */
            *factors++ = (bits & 65535) >= dropped ? scale : 0;
        }
    }
}

/* Computes the losses of a slice of the batch; it is the callback of the threads. Also computes the gradients
 * of all values, but not of the weights: step_part sums these over the slices. A sample is two inputs: setup
 * and mirror image. */
static void learn_slice(void *context, size_t index)
{
    struct network_trainer *trainer = context;
    const struct network_training *training = trainer->training;
    struct net_pass *pass = trainer->passes[index];
    struct masked_setup *samples = trainer->sample + index * SLICE;
    size_t remaining = (size_t)training->batch - index * SLICE, count = remaining < SLICE ? remaining : SLICE;
    for (size_t i = 0; i < count; i++)
        write_inputs(&samples[i], training->dropout, net_values(pass, NETWORK_PLACES) + 2 * i * PIECES_A_SIDE,
                     net_values(pass, NETWORK_FACTORS) + 2 * i * NETWORK_HIDDEN);
    net_forward(pass, 2 * count);
    for (size_t i = 0; i < count; i++) {
        const float *values = net_values(pass, NETWORK_OUTPUT) + 2 * i * NETWORK_OUTPUTS;
        float *gradients = net_gradients(pass, NETWORK_OUTPUT) + 2 * i * NETWORK_OUTPUTS;
        sample_loss(&samples[i], training->batch, values, gradients);
    }
    net_backward_values(pass);
}

/* --- a step --- */

/* Returns the number of slices in a batch. */
static int slices_in_batch(const struct network_training *training)
{
    return (training->batch + SLICE - 1) / SLICE;
}

/* Computes the gradient of one part of the weights, summed in the order of the samples, and changes these
 * weights by a step of Adam. It is the callback of the threads. */
static void step_part(void *context, size_t index)
{
    struct network_trainer *trainer = context;
    const struct net_part *part = &trainer->parts[index];
    memset(trainer->gradient + part->at, 0, part->count * sizeof *trainer->gradient);
    for (int i = 0; i < slices_in_batch(trainer->training); i++)
        net_backward_part(trainer->passes[i], part, trainer->gradient);
    adam_step_part(trainer->adam, trainer->network, trainer->gradient, part->at, part->count);
}

/* Learns from a batch of samples by one step of Adam: number `step` of `steps`. The rate falls smoothly
 * to 0. */
static void learn_batch_step(struct network_trainer *trainer, uint64_t step, uint64_t steps)
{
    const struct network_training *training = trainer->training;
    double done = (double)(step - 1) / (double)steps;
    trainer->adam->options.rate = training->rate * (1 - done * done * (3 - 2 * done)); /* smoothstep */
    parallel_run(training->jobs, (size_t)slices_in_batch(training), learn_slice, trainer);
    adam_begin(trainer->adam);
    parallel_run(training->jobs, trainer->part_count, step_part, trainer);
    net_changed(trainer->network);
}

/* Creates a trainer with one pass for each slice of a batch. */
static struct network_trainer *begin_trainer(struct net *network, const struct network_training *training)
{
    const struct adam_options options = {.rate = training->rate, .beta1 = 0.9, .beta2 = 0.999,
                                         .epsilon = 1e-16, .inner = true, .decay = training->decay};
    struct network_trainer *trainer = memory_new(1, sizeof *trainer);
    trainer->training = training;
    trainer->network = network;
    trainer->adam = adam_new(network->weights, &options);
    trainer->part_count = net_parts(network, NULL);
    trainer->parts = memory_new(trainer->part_count, sizeof *trainer->parts);
    net_parts(network, trainer->parts);
    trainer->gradient = memory_new(network->weights, sizeof *trainer->gradient);
    for (int i = 0; i < slices_in_batch(training); i++)
        trainer->passes[i] = net_pass_new(network, 2 * SLICE, NET_LEARN, NULL);
    return trainer;
}

/* --- all rounds --- */

/* Sets the weights of both layers of the hidden units to small random numbers. Inputs that the samples'
 * variant does not have, biases and the weights directly from input to output get 0. */
static void randomise_weights(struct net *network, const struct network_samples *samples, struct rng *rng)
{
    const struct variant *variant = setup_variant(&samples->setups[0]);
    int states = variant ? network_states(variant) : NETWORK_STATES;
    memset(network->weight, 0, network->weights * sizeof *network->weight);
    for (int place = 0; place < PIECES_A_SIDE; place++)
        for (int state = 0; state < states; state++)
            for (int i = 0; i < NETWORK_HIDDEN; i++)
                network_in(network, place, state)[i] = (float)(rng_unit(rng) - 0.5) * in_width;
    for (int unit = 0; unit < NETWORK_HIDDEN; unit++)
        for (int k = 0; k < NETWORK_OUTPUTS; k++)
            network_out(network, unit)[k] = (float)(rng_unit(rng) - 0.5) * out_width;
    net_changed(network);
}

/* Multiplies all weights of a layer by `factor`. */
static void scale_layer(struct net *network, enum network_layer layer, double factor)
{
    const struct net_layer *scaled = &network->layers[layer];
    for (size_t i = 0; i < scaled->matrix + scaled->vector; i++)
        network->weight[scaled->at + i] *= (float)factor;
}

/* Mixes the outputs with the logarithms of how often each rank stands on each place; `trust` is the share of
 * what was learnt. The network's answer adds its outputs for a setup and for its mirror image, so the bias
 * gets half of each logarithm, and left and right count alike. The table starts at 0.5, so that no frequency
 * is 0. A factor that all have in common does not matter, since the normal form removes it. */
static void mix_with_frequencies(struct net *network, const struct network_samples *samples, double trust)
{
    float table[NETWORK_OUTPUTS], *bias = network_bias(network);
    const double *weights_before = samples->setups_before;
    for (int k = 0; k < NETWORK_OUTPUTS; k++)
        table[k] = 0.5f;
    for (size_t i = 0; i < samples->setup_count; i++)
        for (int place = 0; place < PIECES_A_SIDE; place++) {
            int rank = samples->setups[i].rank[place];
            /* The weights are cumulative; half of a setup's goes to each of its two images. */
            float half_weight = (float)(weights_before[i + 1] - weights_before[i]) / 2;
            if (rank == PLACE_EMPTY)
                continue;
            table[place * RANKS + rank] += half_weight;
            table[place_mirrored(place) * RANKS + rank] += half_weight;
        }
    fast_log_all(table, table, NETWORK_OUTPUTS);
    scale_layer(network, NETWORK_DIRECT, trust);
    scale_layer(network, NETWORK_OUT, trust);
    for (int k = 0; k < NETWORK_OUTPUTS; k++)
        bias[k] += (float)(1 - trust) * table[k] / 2;
    net_changed(network);
}

void network_learn(struct net *network, const struct network_samples *samples,
                   const struct network_training *training, struct rng *rng)
{
    struct network_trainer *trainer = begin_trainer(network, training);
    uint64_t round_steps = samples->setup_count / (size_t)training->batch + 1, step = 0;
    randomise_weights(network, samples, rng);
    for (int round = 0; round < training->rounds; round++) {
        double loss = 0;
        long places = 0;
        for (uint64_t i = 0; i < round_steps; i++) {
            /* Draw a batch, learn from it, and add up its losses. */
            for (int k = 0; k < training->batch; k++) {
                const struct setup *setup;
                struct setup_mask mask;
                network_samples_draw(samples, training->played, rng, &setup, &mask);
                cover_more(&mask, training->cover, rng);
                mask_setup(&trainer->sample[k], setup, &mask);
                trainer->sample[k].seed = rng_next(rng);
            }
            learn_batch_step(trainer, ++step, round_steps * (uint64_t)training->rounds);
            for (int k = 0; k < training->batch; k++) {
                loss += trainer->sample[k].loss;
                places += trainer->sample[k].places;
            }
        }
        if (training->report && !training->report(training->context, round, loss / (double)places))
            break;
    }
    mix_with_frequencies(network, samples, training->trust);
    for (int i = 0; i < slices_in_batch(trainer->training); i++)
        net_pass_free(trainer->passes[i]);
    adam_free(trainer->adam);
    free(trainer->parts);
    free(trainer->gradient);
    free(trainer);
}
