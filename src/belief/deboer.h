/* SPDX-License-Identifier: GPL-3.0-or-later */
/* De Boer's guesser (2007, 6.3): human setups as the start, who stood beside whom, missed opportunities,
 * behaviour towards known pieces. Each step multiplies probabilities; the normal form does the rest. */
#ifndef VEDETTE_BELIEF_DEBOER_H
#define VEDETTE_BELIEF_DEBOER_H

#include "belief/belief.h"

void deboer_start(struct belief *belief);
void deboer_watch(struct belief *belief, const struct event *event);
void deboer_learn(struct belief *belief, const struct event *event, const uint8_t *reveals);
void deboer_weigh(struct belief *belief);

/* Multiplies the weights of those that began beside the pieces in `reveals` (as public_state_apply gives
 * them); returns their rows, bit r for row r. The evidence list gets the factors to the power of `counts`,
 * which is how much these weights count in the belief. */
uint64_t deboer_neighbours(struct belief *belief, const uint8_t *reveals, float counts);

/* The profit, or loss, of a piece of `side` and `rank` that attacks a known enemy piece of rank `target`: the
 * value of what it takes less that of what it loses (3.1.2). A rank that cannot move has none. */
double deboer_profit(const struct worth *worth, enum side side, int rank, int target);

#endif
