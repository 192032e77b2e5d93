/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hard facts: which ranks a piece can still have, by what was seen. */
#ifndef VEDETTE_BELIEF_FACTS_H
#define VEDETTE_BELIEF_FACTS_H

#include "belief/belief.h"

enum { RANKS_ALL = (1 << RANKS) - 1, RANKS_IMMOBILE = 1 << FLAG | 1 << BOMB };

/* Works out the masks anew: a revealed piece is what it is, one that moved is neither bomb nor flag, a rank
 * with no hidden piece left is nobody's, what the user noted holds; then strikes every rank that is in no
 * whole assignment. Where more ranks are hidden than pieces, the surplus goes to `surplus_ranks` rows of
 * pieces that never were there. Where the facts contradict each other (a free position may be nonsense)
 * `infeasible` is set, and a mask only says what was seen of its own piece: of the ranks left, or of all
 * ranks if that leaves none. */
void facts_apply(struct belief *belief);

/* True where the event changes a fact: a rank became public, or a piece of the side first moved. */
bool facts_touched(const struct belief *belief, const struct event *event);

/* What an event is going to tell of the observed side's setup, before the public state takes it in. */
struct setup_fact {
    int row;
    uint8_t rank;     /* that is seen; RANK_UNKNOWN: the piece moves for the first time */
    uint16_t ranks;   /* bit r for each rank that it may have by that alone */
};

/* Fills `fact` with the facts about hidden pieces, and returns how many they are. */
int facts_of_event(const struct belief *belief, const struct event *event, struct setup_fact fact[2]);

#endif
