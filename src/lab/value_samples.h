/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples for fitting the value (value/value.h): its terms at moments of finished games, with the result. */
#ifndef VEDETTE_LAB_VALUE_SAMPLES_H
#define VEDETTE_LAB_VALUE_SAMPLES_H

#include "belief/belief.h"
#include "lab/dataset.h"
#include "value/value.h"

#include <stdatomic.h>

/* One side's view at one moment of a game. */
struct value_sample {
    float x[VALUE_TERMS]; /* the value's terms */
    float result;         /* of the side whose view it is: 1 win, 0 loss, 0.5 draw */
    uint8_t side;
    uint32_t ply;         /* plies played before it */
    uint32_t left;        /* plies from it to the end of the game */
    uint32_t game;        /* index of the game in the data set */
};

/* A list of samples; all zero: empty. */
struct value_samples {
    struct value_sample *items;  /* in the games' order */
    size_t count, capacity;
    size_t games;                /* number of games with samples */
};

/* Frees the samples. */
void value_samples_free(struct value_samples *samples);

/* The parameters of the sampling. */
struct value_samples_terms {
    const struct dataset *games;
    const struct belief_knowledge *knowledge; /* game i uses knowledge i % knowledge_count, */
    int knowledge_count;                      /* whose model must not have learnt from it */
    uint32_t every;                           /* one moment in `every` plies, with a sample of each side */
    int jobs;
    const atomic_bool *stop;                  /* may be NULL */
    void (*progress)(void *context, size_t done, size_t games); /* may be NULL */
    void *context;
};

/* Appends the samples of all games that started from two setups and count (value_counts). They do not depend
 * on the number of jobs. */
void value_samples_add(struct value_samples *samples, const struct value_samples_terms *terms);

/* Returns whether a game with this outcome counts, because the outcome shows which side stood better: the
 * flag captured, no moves, a resignation, an agreed draw, or a draw by a limit of the rules. A game ended by
 * a clock or a lost connection does not count. */
bool value_counts(struct outcome outcome);

/* Measures the processor time of one value in seconds, without that of the pieces' worth: at the moments of
 * the first `games` games, `times` times each. 0 if there are no moments. */
double value_samples_time(const struct value_samples_terms *terms, const struct value_model *model,
                          size_t games, int times);

#endif
