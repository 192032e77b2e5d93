/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The training samples of the calibration: hidden pieces at moments of games, with the belief of the guesser
 * "bayes" before calibration and their true ranks. */
#ifndef VEDETTE_LEARN_CALIBRATION_SAMPLES_H
#define VEDETTE_LEARN_CALIBRATION_SAMPLES_H

#include "belief/belief.h"
#include "lab/bench_guess.h"
#include "learn/cross_fit.h"

#include <stdatomic.h>

struct calibration_row {
    float level[RANKS];      /* probabilities near their normal form; 0 for ranks that are ruled out */
    float behaviour[RANKS];  /* of calibrate_behaviour */
    struct calibration_place place;
    uint8_t truth;           /* the true rank, one that is not ruled out */
    uint8_t steps, known[DIRECTIONS]; /* steps_up_to */
};

struct calibration_side {
    enum guess_novelty novelty; /* of the game for the model that the belief comes from */
    bool early;              /* within the first EARLY plies */
    bool steps;              /* true: only pieces that have just stepped up count; false: only the others */
    enum player_kind player; /* the kind of player of the game */
    float curve_weight;      /* calibrate_part */
    float step_weight[PLAYER_KINDS]; /* calibrate_step_part */
    int fold;
    float weight;            /* how many sides this sample stands for */
    int count;               /* number of rows: all hidden pieces of the side */
    size_t first;            /* index of the first row; set by calibration_samples_put */
};

/* Samples: sides of games at certain moments, with their rows. */
struct calibration_samples {
    struct calibration_side *sides;
    struct calibration_row *rows;
    size_t side_count, side_capacity, row_count, row_capacity;
    uint64_t games[CROSS_FIT_PARTS_MAX], fresh[CROSS_FIT_PARTS_MAX];
};

/* Creates an empty set of samples; calibration_samples_free frees it. */
struct calibration_samples *calibration_samples_new(void);
void calibration_samples_free(struct calibration_samples *samples);

/* Appends a side with its rows. */
void calibration_samples_put(struct calibration_samples *samples, const struct calibration_side *side,
                             const struct calibration_row *rows);

struct calibration_terms {
    const struct training_game *games;
    enum player_kind player; /* the kind of player; programs' games give only samples of steps up */
    const uint8_t *novelty;  /* enum guess_novelty of each game */
    size_t count;
    size_t all;              /* number of all games in the training, including these: with more games, each
                              * game gives fewer samples */
    int fold;                /* the games' fold, so that calibration_fit can leave them out */
    const struct belief_knowledge *knowledge; /* of "bayes", with a model that has not learnt from them */
    int jobs;
    const atomic_bool *stop; /* may be NULL */
};

/* Adds samples of games, both of regular moments and of steps up, and counts the games. The result does not
 * depend on the number of jobs. */
void calibration_samples_add(struct calibration_samples *samples, const struct calibration_terms *terms);

/* Adds to the numbers of games of a fold: `games` in all, `fresh` of them with new setups.
 * calibration_samples_add calls it. */
void calibration_samples_count(struct calibration_samples *samples, int fold, size_t games, size_t fresh);

/* Settings that depend on the number of people's games. */
struct calibration_settings {
    uint32_t known_every;    /* one in known_every games with known setups gives samples */
    uint32_t plies;          /* plies between two samples of a game, plus 1 for each 150 games */
    /* Weight of a piece's loss by the game's novelty; second index 1: within the first EARLY plies. These
     * have a larger weight, because there the plain tables of setups are nearly as good as the guesser, and
     * it must not become worse than them. */
    float loss_weight[GUESS_NO_SETUPS][2];
    double ridge;            /* cost of the square of each parameter */
    float shrink;            /* factor of the fitted parameters, 0 .. 1 */
};

/* Returns the settings for this number of people's games. */
const struct calibration_settings *calibration_settings_for(uint64_t games);

#endif
