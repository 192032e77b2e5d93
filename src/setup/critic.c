/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "setup/critic.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "base/stop.h"
#include "setup/features.h"
#include "setup/near.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BLOCK = 64,          /* draws in a block */
    MIN_ROWS = 50,       /* min rows of a tree's leaf */
    SAMPLE = 4096,       /* draws to estimate the correction of log_partition */
    OWN_STREAM = 1 << 20 /* first stream of random numbers that is used here */
};

/* Draws from the model. Each block has its own stream of random numbers, so that the result does not depend
 * on the number of jobs. */
struct drawing {
    const struct setup_model *model;
    const struct critic_terms *terms;
    const struct setup *people;
    size_t people_count, count;
    uint64_t stream; /* of the first block */
    bool of_family; /* draw from the family only, without changed known setups */
    struct setup *draws;
};

/* Makes the draws of one block as the model does. With the probability near_share (the model's share of
 * setups near a known one) a draw is a changed known setup; with `of_family` never. Other draws are a walk
 * from a known setup or, if there is none, from one of people's. */
static void draw_block(void *context, size_t block)
{
    struct drawing *drawing = context;
    const struct known_setups *known = &drawing->model->known;
    struct rng rng;
    uint8_t keep[PIECES_A_SIDE];
    if (stop_requested(drawing->terms->stop))
        return;
    memset(keep, RANK_UNKNOWN, sizeof keep);
    rng_seed(&rng, drawing->terms->seed, drawing->stream + block);
    for (size_t i = block * BLOCK; i < (block + 1) * BLOCK && i < drawing->count; i++) {
        struct setup *draw = &drawing->draws[i];
        bool changed = !drawing->of_family && rng_unit(&rng) < known->near_share;
        if (changed && known_draw(known, KNOWN_CHANGED, keep, &rng, draw)) {
            near_change(drawing->model, draw, PLACES_ALL, drawing->terms->sweeps, &rng);
            continue;
        }
        if (!known_draw(known, KNOWN_AS_IT_IS, keep, &rng, draw))
            *draw = drawing->people[rng_below(&rng, (uint32_t)drawing->people_count)];
        setup_model_draw(drawing->model, draw, PLACES_ALL, drawing->terms->sweeps, NULL, &rng);
    }
}

/* Makes all draws, in parallel. */
static void draw_all(struct drawing *drawing)
{
    parallel_run(drawing->terms->jobs, (drawing->count + BLOCK - 1) / BLOCK, draw_block, drawing);
}

/* Returns the logarithm of the mean of exp(log odds) over draws of the family. It is the change of
 * log_partition that keeps the sum of all probabilities 1. */
static double log_mean_odds(struct drawing *drawing, const struct boosted_trees *trees)
{
    double sum = 0;
    drawing->count = SAMPLE;
    drawing->of_family = true;
    drawing->stream += OWN_STREAM / 2; /* other random numbers than for the training */
    draw_all(drawing);
    for (size_t i = 0; i < drawing->count; i++) {
        uint8_t row[SETUP_FEATURES];
        setup_write_features(&drawing->draws[i], row);
        sum += exp(boosted_log_odds(trees, row));
    }
    return log(sum / (double)drawing->count);
}

/* Trains the trees on `count` setups of people, the second kind, and as many draws, in alternating rows. */
static struct boosted_trees *train_trees(const struct setup *people, const struct setup *draws, size_t count,
                                         const struct critic_terms *critic_terms)
{
    uint8_t *value = memory_new(2 * count, SETUP_FEATURES);
    bool *second = memory_new(2 * count, sizeof *second);
    struct boosted_terms terms;
    boosted_terms_init(&terms);
    terms.trees = critic_terms->trees;
    terms.stop = critic_terms->stop;
    terms.min = MIN_ROWS;
    for (size_t i = 0; i < 2 * count && !stop_requested(critic_terms->stop); i++) {
        second[i] = i % 2 == 1;
        setup_write_features(second[i] ? &people[i / 2] : &draws[i / 2], value + i * SETUP_FEATURES);
    }
    struct boosted_rows rows = {value, second, 2 * count, SETUP_FEATURES};
    struct boosted_trees *learnt = boosted_learn(&rows, &terms);
    free(value);
    free(second);
    return learnt;
}

bool critic_learn(struct setup_model *model, const struct setup *setups, size_t count,
                  const struct critic_terms *terms)
{
    size_t max = BOOSTED_ROWS_MAX / 2, rows = count < max ? count : max;
    struct setup *people = memory_new(count + 1, sizeof *people);
    struct drawing drawing = {model, terms, setups, count, rows, OWN_STREAM, false,
                              memory_new(rows + SAMPLE, sizeof *drawing.draws)};
    struct rng rng;
    rng_seed(&rng, terms->seed, drawing.stream - 1);
    memcpy(people, setups, count * sizeof *people);
    /* Select `rows` setups at random (the first steps of Fisher-Yates). */
    for (size_t i = 0; i < rows; i++) {
        size_t other = i + rng_below(&rng, (uint32_t)(count - i));
        struct setup moved = people[i];
        people[i] = people[other];
        people[other] = moved;
    }
    /* Train on as many draws, then correct log_partition. */
    draw_all(&drawing);
    struct boosted_trees *trees = train_trees(people, drawing.draws, rows, terms);
    double correction = log_mean_odds(&drawing, trees);
    bool is_complete = !stop_requested(terms->stop);
    if (is_complete) {
        model->log_partition += correction;
        model->critic = trees;
    } else {
        boosted_free(trees);
    }
    free(people);
    free(drawing.draws);
    return is_complete;
}
