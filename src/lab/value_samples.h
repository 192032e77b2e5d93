/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moments of finished games as the value (value/value.h) sees them, with what came of the games. */
#ifndef VEDETTE_LAB_VALUE_SAMPLES_H
#define VEDETTE_LAB_VALUE_SAMPLES_H

#include "belief/belief.h"
#include "lab/dataset.h"
#include "value/value.h"

#include <stdatomic.h>

struct value_sample {
    float x[VALUE_TERMS];
    float result;         /* of the side whose view it is: 1 won, 0 lost, 0.5 drawn */
    uint8_t side;
    uint32_t ply;         /* moves played before it */
    uint32_t left;        /* moves that the game had left */
    uint32_t game;        /* number of the game among those given */
};

struct value_samples {
    struct value_sample *items;  /* in the games' order */
    size_t count, capacity;
    size_t games;                /* that gave any */
};

void value_samples_free(struct value_samples *samples);

struct value_samples_terms {
    const struct dataset *games;
    const struct belief_knowledge *knowledge; /* game i is guessed with number i % knowledge_count: */
    int knowledge_count;                      /* models that have not seen the game */
    uint32_t every;                           /* of so many plies one moment, seen by both sides */
    int jobs;
    const atomic_bool *stop;                  /* may be NULL */
    void (*progress)(void *context, size_t done, size_t games); /* may be NULL */
    void *context;
};

/* Adds the moments of all games that began with two setups and whose end tells who stood better: the flag
 * taken, no move left, one that resigned, a draw agreed or by a limit of the rules; none where a clock or a
 * lost connection ended it. The same for any number of jobs. */
void value_samples_add(struct value_samples *samples, const struct value_samples_terms *terms);

/* Whether a game that ended so counts. */
bool value_counts(struct outcome outcome);

/* What a value costs, in seconds of processor time: terms and probability, the values of the pieces not
 * counted, of the moments that the first `games` games give, `times` times each. */
double value_samples_time(const struct value_samples_terms *terms, const struct value_model *model,
                          size_t games, int times);

#endif
