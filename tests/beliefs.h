/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For tests of the guesser: beliefs that follow random games must be sound. */
#ifndef VEDETTE_TESTS_BELIEFS_H
#define VEDETTE_TESTS_BELIEFS_H

#include "base/rng.h"
#include "belief/belief.h"

/* Totals are right, and nothing contradicts what was seen or is true. */
void assert_belief_sound(const struct belief *belief, const struct board *truth);

/* The odds by which samples are drawn (belief_sampler_draw), of hidden pieces; 0 for all others. */
void belief_odds(const struct belief *belief, float odds[PIECES_A_SIDE][RANKS]);

/* The belief about `side` at the end of the view's history. */
void belief_replay(struct belief *belief, const struct belief_knowledge *knowledge, const struct view *view,
                   enum side side);

/* Plays up to `plies` random moves from `start`. The beliefs of both sides follow, and are sound every 20
 * plies and at the end, where `check` (NULL: none) looks at each too. */
void follow_random_game(const struct placement *start, const struct belief_knowledge *knowledge, int plies,
                        void (*check)(const struct belief *belief), struct rng *rng);

#endif
