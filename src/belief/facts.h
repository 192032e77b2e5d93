/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hard facts: the ranks that a piece can still have, by the public events and the user's notes. */
#ifndef VEDETTE_BELIEF_FACTS_H
#define VEDETTE_BELIEF_FACTS_H

#include "belief/normal.h"
#include "belief/public_state.h"

struct belief;

enum { RANKS_ALL = (1 << RANKS) - 1, RANKS_IMMOBILE = 1 << FLAG | 1 << BOMB };

/* The facts of a belief. Sets of ranks have bit r for rank r. */
struct facts {
    uint16_t mask[PIECES_A_SIDE];      /* ranks allowed by facts and notes; 0: no such piece */
    uint16_t note[PIECES_A_SIDE];      /* ranks that the user thinks possible; all of them without a note */
    int missing;                       /* number of missing pieces: hidden ranks minus hidden pieces */
    uint16_t missing_mask;             /* ranks that a missing piece may have */
    bool infeasible;                   /* facts and notes contradict each other (see `conflict`): the counts
                                        * of ranks are not used, and only the rows are scaled to 1 */
    struct normal_conflict conflict;
    struct normal_conflict note_conflict; /* the reason for the last note that facts_note refused */
};

/* Returns the ranks (bits) allowed in a row. */
static inline uint16_t facts_ranks(const struct facts *facts, int row)
{
    return facts->mask[row];
}

/* Returns the array of the ranks allowed in each row. */
static inline const uint16_t *facts_all_ranks(const struct facts *facts)
{
    return facts->mask;
}

/* Returns the number of missing pieces. */
static inline int facts_missing(const struct facts *facts)
{
    return facts->missing;
}

/* Returns the ranks (bits) that each missing piece may have. */
static inline uint16_t facts_missing_ranks(const struct facts *facts)
{
    return facts->missing_mask;
}

/* Returns whether facts and notes contradict each other: then the counts of ranks are not used. */
static inline bool facts_infeasible(const struct facts *facts)
{
    return facts->infeasible;
}

/* Returns the last contradiction of facts and notes. */
static inline const struct normal_conflict *facts_conflict(const struct facts *facts)
{
    return &facts->conflict;
}

/* Returns the reason for the last note that facts_note refused. */
static inline const struct normal_conflict *facts_note_conflict(const struct facts *facts)
{
    return &facts->note_conflict;
}

/* Computes the first facts of a belief, without notes. */
void facts_start(struct belief *belief);

/* Recomputes the masks. A revealed piece has its rank; a piece that moved is neither bomb nor flag; ranks
 * without hidden pieces are excluded; the user's notes hold. Then every rank is excluded that occurs in no
 * complete assignment. If there are more hidden ranks than pieces, rows of missing pieces get the others. If
 * the facts contradict each other (possible in a free position), `infeasible` is set, and each mask is
 * derived from its own piece alone. */
void facts_apply(struct belief *belief);

/* Sets the user's note about a row's piece, and recomputes the masks. Returns false, and changes only
 * `note_conflict`, if the note contradicts the facts or other notes. If these contradict each other already,
 * the note is checked only against the facts about its own piece. */
bool facts_note(struct belief *belief, int row, uint16_t ranks);

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
