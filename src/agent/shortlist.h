/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which moves are played out: a few of those that the plans like best, and what each of them is given
 * beforehand. doc/rollout.md, "A move". */
#ifndef VEDETTE_AGENT_SHORTLIST_H
#define VEDETTE_AGENT_SHORTLIST_H

#include "agent/agent.h"
#include "plan/planner.h"
#include "rollout/halving.h"

/* Moves with what the plans say of them, the best first. */
struct shortlist {
    int count;
    int index[HALVING_ARMS];      /* among the planner's moves */
    struct move move[HALVING_ARMS];
    double behind[HALVING_ARMS];  /* points behind the best by the plans: 0 or less */
    double bonus[HALVING_ARMS];   /* what is added to the mean */
    uint32_t again[HALVING_ARMS]; /* how often the position after it was there before */
};

/* What moves are chosen from and weighed by. */
struct shortlist_terms {
    const struct plan_context *context; /* of the move at the board */
    const struct think *think;          /* moves that it does not allow are left out */
    const double *total;                /* points of each of the context's moves */
    int candidates;                     /* so many of the best by the plans: 1 .. HALVING_ARMS - 2 */
    double behind;                      /* that are no more than so many points behind the best */
    double pull;                        /* what 100 points behind the best take from a mean */
    double repetition;                  /* and each time that the position was there before */
    struct board *after;                /* memory: the board after a move */
};

/* Takes in the best by the plans, the best attack besides, if it is no more than twice `behind` points
 * behind, and where the best would only repeat what was, the best that would not. None where no move is
 * allowed. */
void shortlist_make(struct shortlist *list, const struct shortlist_terms *terms);

/* Takes in more, the best by the plans first and however far behind, until there are `most`, HALVING_ARMS at
 * the most, or no other; the list may be empty (count 0). */
void shortlist_extend(struct shortlist *list, const struct shortlist_terms *terms, int most);

/* Whether there are allowed moves that are not in it. */
bool shortlist_leaves_some(const struct shortlist *list, const struct shortlist_terms *terms);

/* Weighs all of them anew: one that is further behind than `most` points counts as if it were so far. */
void shortlist_weigh(struct shortlist *list, const struct shortlist_terms *terms, double most);

#endif
