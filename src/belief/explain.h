/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The evidence of the guesser "bayes" for `guess explain`. The weight of each part of the evidence is its
 * mean over the three kinds of player (belief/players.h); the rest of the change of `mixed` comes from known
 * setups and from the changed shares of the players. */
#ifndef VEDETTE_BELIEF_EXPLAIN_H
#define VEDETTE_BELIEF_EXPLAIN_H

#include "belief/belief.h"

/* Appends to each hidden piece the evidence from the change of the setup network's output. before[place]: the
 * network's probabilities of the ranks before the change. */
void explain_setup(struct belief *belief, const float before[PIECES_A_SIDE][RANKS]);

/* Appends evidence for the change of the habits of the piece in a row of the belief: one item for each kind
 * of habit that changed a weight. `before`: the piece's habits before the change. */
void explain_habits(struct belief *belief, int row, const struct habit_row *before);

/* The state before an update. Rows are the side's pieces. */
struct explained_before {
    float mixed[PIECES_A_SIDE][RANKS];   /* probabilities in the mixture (belief/mixture.h) */
    float without[PIECES_A_SIDE][RANKS]; /* `mixed` without known setups */
    float scale[RANKS];                  /* factor of each rank by the games of people (struct mixture) */
    float calibration[PIECES_A_SIDE][RANKS]; /* logarithms of the factors of the calibration */
};
/* Stores what explain_mixture needs from before an update: the mixture with and without known setups, the
 * factors by which the games of people scale each rank, and the factors of the calibration. */
void explain_begin(const struct belief *belief, struct explained_before *before);

/* Appends evidence for what no other item explains of the mixture's change. It comes from known setups, from
 * the shares of the players, and from the calibration. */
void explain_mixture(struct belief *belief, const struct explained_before *before);

#endif
