/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who plays the observed side: people, programs, or anyone else.
 *
 * Each of the three is an expert with a belief of its own about the hidden pieces. Their shares follow Bayes'
 * rule: whatever happens multiplies each one's by how probable it was to that expert just before,
 *
 *     the ranks that become known, and the first moves of pieces (which are then no bombs and no flags),
 *     the moves, by the learnt strengths of people's, of programs', and of both in equal parts for anyone's,
 *
 * each to a power, as facts of one game are not as independent as the product takes them to be. */
#ifndef VEDETTE_BELIEF_PLAYERS_H
#define VEDETTE_BELIEF_PLAYERS_H

#include "belief/belief.h"

/* How much each part of the evidence counts. */
struct evidence_weights {
    float moves[PLAYER_KINDS], habits[PLAYER_KINDS]; /* the likelihood of moves and the habits of each kind */
    float joint, setup;                              /* the network; statistics and revealed neighbours */
};

/* For one of the experts; and the mean of all three by their shares. */
struct evidence_weights players_weights(const struct belief *belief, enum player_kind player);
struct evidence_weights players_mean(const struct belief *belief);

/* Before the first event. */
void players_start(struct belief *belief);

/* Before an event: takes in the ranks that it shows and the first move that it makes. */
void players_watch_setup(struct belief *belief, const struct event *event);

/* Takes in a move of the side: the logarithm of how much likelier programs make it than people. */
void players_watch_move(struct belief *belief, double programs_less_people);

#endif
