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

/* Fills profit[a][b]: what a piece of rank a gains by attacking a known one of rank b, a marshal's value
 * being 1: the value of what it takes less that of what it loses (values of 3.1.2 with all pieces on the
 * board). Ranks that cannot move gain nothing. */
void deboer_profits(float profit[RANKS][RANKS]);

/* Fills chance[a][b]: the same where the piece of rank a is unknown and gives its secret away by attacking,
 * the share `secret` of its value (3.2.2). */
void deboer_chances(const float profit[RANKS][RANKS], double secret, float chance[RANKS][RANKS]);

#endif
