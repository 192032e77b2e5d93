/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The evidence of the guesser "bayes" for `guess explain`. The weight of each part of the evidence is its
 * mean over the three kinds of player (belief/players.h); the rest of the change of `mixed` comes from known
 * setups and from the changed shares of the players. */
#ifndef VEDETTE_BELIEF_EXPLAIN_H
#define VEDETTE_BELIEF_EXPLAIN_H

#include "belief/belief.h"

/* Appends evidence for the changed network's output of each hidden piece; `before`: the old output. */
void explain_setup(struct belief *belief, const float before[PIECES_A_SIDE][RANKS]);

/* Appends evidence, by kind of habit, for a row's changed habits. */
void explain_habits(struct belief *belief, int row, const struct habit_row *before);

/* The mixture before an update. */
struct explained_before {
    float mixed[PIECES_A_SIDE][RANKS];
    float without[PIECES_A_SIDE][RANKS]; /* `mixed` without known setups */
    float scale[RANKS];                  /* player_scale of people */
    float calibration[PIECES_A_SIDE][RANKS]; /* log factors of the calibration */
};
/* Stores the mixture before an update. */
void explain_begin(const struct belief *belief, struct explained_before *before);

/* Appends evidence for what no other item explains of the mixture's change. It comes from known setups, from
 * the shares of the players, and from the calibration. */
void explain_mixture(struct belief *belief, const struct explained_before *before);

#endif
