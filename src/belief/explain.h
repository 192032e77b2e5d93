/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The evidence of the guesser "bayes", as `guess explain` tells it. Each part of the evidence counts by the
 * mean of what it counts for the three kinds of player (belief/players.h); what is left of the change of
 * `mixed` comes from known setups, and from the mixture of the players. */
#ifndef VEDETTE_BELIEF_EXPLAIN_H
#define VEDETTE_BELIEF_EXPLAIN_H

#include "belief/belief.h"

/* What a new answer of the network tells of the hidden pieces; `before`: the old one. */
void explain_setup(struct belief *belief, const float before[PIECES_A_SIDE][RANKS]);

/* What a row's new habits tell in place of the old ones, by kind. */
void explain_habits(struct belief *belief, int row, const struct habit_row *before);

/* The mixture as it was. */
struct explained_before {
    float mixed[PIECES_A_SIDE][RANKS];
    float without[PIECES_A_SIDE][RANKS]; /* without what known setups say */
    float scale[RANKS];
    float calibration[PIECES_A_SIDE][RANKS]; /* what the calibration makes of it: logarithms */
};
void explain_begin(const struct belief *belief, struct explained_before *before);

/* What no other item tells of its change since then. */
void explain_mixture(struct belief *belief, const struct explained_before *before);

#endif
