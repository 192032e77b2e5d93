/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Learning how sure the guesser "bayes" may be (belief/calibration.h), so that what it says of setups that
 * nobody used before is right as often as it says. */
#ifndef VEDETTE_LEARN_CALIBRATION_LEARN_H
#define VEDETTE_LEARN_CALIBRATION_LEARN_H

#include "belief/belief.h"
#include "lab/bench_guess.h"

#include <stdatomic.h>

/* Sides of games at moments: what was believed of each hidden piece before any calibration, and the truth. */
struct calibration_samples;

struct calibration_samples *calibration_samples_new(void);
void calibration_samples_free(struct calibration_samples *samples);

struct calibration_row {
    float level[RANKS];      /* probabilities near their normal form; 0 for ranks that are ruled out */
    float behaviour[RANKS];  /* bayes_behaviour */
    struct calibration_place place;
    uint8_t truth;           /* a rank that is not */
    uint8_t steps, known[DIRECTIONS]; /* steps_up_to */
};

struct calibration_side {
    enum guess_novelty novelty; /* of the game, to what the model that believed this had learnt from */
    bool early;              /* within the first EARLY plies */
    bool steps;              /* only the pieces that have just stepped up count; else only the others */
    enum player_kind player; /* who played the game */
    float part, step_part[PLAYER_KINDS]; /* bayes_calibration_part, bayes_step_part */
    int fold;
    float weight;            /* how many like it this one stands for */
    int count;               /* of the rows: all hidden pieces */
    size_t first;            /* filled by calibration_samples_put */
};

/* Adds a side with its rows. */
void calibration_samples_put(struct calibration_samples *samples, const struct calibration_side *side,
                             const struct calibration_row *rows);

struct calibration_terms {
    const struct training_game *games;
    enum player_kind player; /* who played them; of programs' only steps up are taken */
    const uint8_t *novelty;  /* enum guess_novelty of each */
    size_t count;
    size_t all;              /* games in all, these and others: the more, the less is taken of each */
    int fold;                /* a number for these games, by which calibration_fit can leave them out */
    const struct belief_knowledge *knowledge; /* "bayes", of a model that has not learnt from these games */
    int jobs;
    const atomic_bool *stop; /* may be NULL */
};

/* Adds samples of games. The same for any number of jobs. */
void calibration_samples_add(struct calibration_samples *samples, const struct calibration_terms *terms);

/* Fills `calibration` from all samples but those of the fold `without` (-1: none is left out). Where these
 * are of fewer than CALIBRATION_GAMES_LEAST new games it is emptied. */
enum { CALIBRATION_GAMES_LEAST = 200 };
void calibration_fit(struct calibration *calibration, const struct calibration_samples *samples, int without,
                     const atomic_bool *stop);

/* Counts games as learnt from, as calibration_samples_add does: `fresh` of them new ones. */
void calibration_samples_count(struct calibration_samples *samples, int fold, size_t games, size_t fresh);

#endif
