/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The last step of the guesser "bayes" before the normal form: applies the model's calibration
 * (belief/calibration.h) to the mixture, by how far the guess may be trusted. */
#ifndef VEDETTE_BELIEF_CALIBRATE_H
#define VEDETTE_BELIEF_CALIBRATE_H

#include "belief/calibration.h"

struct belief;

struct calibrated {
    struct calibration_record record;    /* how well the belief predicted the facts that were seen */
    float level[PIECES_A_SIDE][RANKS];   /* the mixture near its normal form; 0 for excluded ranks */
    float level_scale[RANKS];            /* column factors of `level` */
    float left[RANKS];                   /* hidden part of each rank's pieces, 0 .. 1 */
    float raised[PIECES_A_SIDE][RANKS];  /* `level` after calibration, before the normal form */
};

/* Returns the probabilities of a hidden row before calibration. */
static inline const float *calibrate_level(const struct calibrated *calibrated, int row)
{
    return calibrated->level[row];
}

/* Returns the weights of a hidden row after calibration. */
static inline const float *calibrate_raised(const struct calibrated *calibrated, int row)
{
    return calibrated->raised[row];
}

/* Initialises the calibration of a belief. */
void calibrate_start(struct belief *belief);

/* Records how well the belief had predicted a fact about the piece that began on `place`. `state`: the rank
 * that was seen, or NETWORK_MOVED if the piece moved for the first time. */
void calibrate_watch_fact(struct belief *belief, int row, int place, int state);

/* Calibrates the mixture's hidden rows, into the belief's `p`. The model must have a calibration. */
void calibrate_weigh(struct belief *belief);

/* Computes the inputs of the calibration curves for a hidden piece's row. The model must have a
 * calibration. */
void calibrate_signs(const struct belief *belief, int row, float sign[CALIBRATION_SIGNS]);

/* Computes the logarithms of the factors by which a hidden piece's behaviour changes the weights of its
 * ranks, if people play. They are scaled by 1 - p, where p is the part of the row that comes from known
 * setups. */
void calibrate_behaviour(const struct belief *belief, int row, float logs[RANKS]);
/* Returns the weight of the calibration curves, 0 .. 1: option x probability that people play. */
float calibrate_part(const struct belief *belief);
/* Returns the weight, 0 .. 1, of the learnt logarithms for a step up by this kind of player. */
float calibrate_step_part(const struct belief *belief, enum player_kind player);

#endif
