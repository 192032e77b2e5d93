/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the calibration learns from: hidden pieces at moments of games, what the guesser "bayes" believed of
 * them before any calibration, and their true ranks. */
#ifndef VEDETTE_LEARN_CALIBRATION_SAMPLES_H
#define VEDETTE_LEARN_CALIBRATION_SAMPLES_H

#include "belief/belief.h"
#include "lab/bench_guess.h"
#include "learn/cross_fit.h"

#include <stdatomic.h>

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

/* Sides of games at moments. */
struct calibration_samples {
    struct calibration_side *sides;
    struct calibration_row *rows;
    size_t side_count, side_capacity, row_count, row_capacity;
    uint64_t games[CROSS_FIT_PARTS_MAX], fresh[CROSS_FIT_PARTS_MAX];
};

struct calibration_samples *calibration_samples_new(void);
void calibration_samples_free(struct calibration_samples *samples);

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

/* Counts games as learnt from, as calibration_samples_add does: `fresh` of them new ones. */
void calibration_samples_count(struct calibration_samples *samples, int fold, size_t games, size_t fresh);

/* What hangs on how many games people's are. */
struct calibration_settings {
    uint32_t known_every;    /* of known games one in so many is taken, */
    uint32_t plies;          /* and of a game a moment in so many plies, and one more for each 150 games */
    /* How much a piece's loss weighs, by the game's novelty and (second) within its first plies: there the
     * plain tables of setups are nearly as good, and the guesser must not fall behind them. */
    float loss_weight[GUESS_NO_SETUPS][2];
    double ridge;
    float part;              /* of what was fitted that is kept */
};

/* The settings for so many games of people. */
const struct calibration_settings *calibration_settings_for(uint64_t games);

#endif
