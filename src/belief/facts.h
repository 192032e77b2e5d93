/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hard facts: which ranks a piece may still be at all, by what was seen. */
#ifndef VEDETTE_BELIEF_FACTS_H
#define VEDETTE_BELIEF_FACTS_H

#include "belief/belief.h"

enum { RANKS_ALL = (1 << RANKS) - 1, RANKS_IMMOBILE = 1 << FLAG | 1 << BOMB };

/* Works out the masks anew: a revealed piece is what it is, one that moved is neither bomb nor flag, a
 * rank with no hidden piece left is nobody's, what the user noted holds; then strikes all that does not go
 * into any whole assignment. Ranks that are more than the pieces go to `spares` rows of pieces that never
 * were there. Where the facts contradict each other (a free position may be nonsense) `clashed` is set and
 * only what was seen of each piece by itself holds: of the ranks left, or of all if that leaves none. */
void facts_apply(struct belief *belief);

/* True where the event changes a fact: a rank became public, or a piece of the side first moved. */
bool facts_touched(const struct belief *belief, const struct event *event);

#endif
