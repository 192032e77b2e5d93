/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hard facts: the ranks that a piece can still have, by the public events. */
#ifndef VEDETTE_BELIEF_FACTS_H
#define VEDETTE_BELIEF_FACTS_H

#include "belief/belief.h"

enum { RANKS_ALL = (1 << RANKS) - 1, RANKS_IMMOBILE = 1 << FLAG | 1 << BOMB };

/* Recomputes the masks. A revealed piece has its rank, a piece that moved is neither bomb nor flag, ranks
 * without hidden pieces are excluded, and the user's notes hold. Then every rank is excluded that occurs in
 * no complete assignment. If more ranks are hidden than pieces, the others go to `surplus_ranks` rows of
 * missing pieces. If the facts contradict each other (possible in a free position) `infeasible` is set, and
 * each mask is derived from its own piece alone. */
void facts_apply(struct belief *belief);

/* Returns whether the event changes a fact: a rank becomes public, or a piece of the side moves for the
 * first time. */
bool facts_touched(const struct belief *belief, const struct event *event);

/* A fact about the observed side's setup that an event reveals. */
struct setup_fact {
    int row;
    uint8_t rank;     /* revealed rank; RANK_UNKNOWN: the piece moves for the first time */
    uint16_t ranks;   /* bit r for each rank that this fact allows */
};

/* Lists the facts about hidden pieces that an event reveals, before it is applied. Returns their number. */
int facts_of_event(const struct belief *belief, const struct event *event, struct setup_fact fact[2]);

#endif
