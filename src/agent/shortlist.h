/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The moves to play out: those with the highest totals of the plans, with a bonus for each.
 * doc/rollout.md, "A move". */
#ifndef VEDETTE_AGENT_SHORTLIST_H
#define VEDETTE_AGENT_SHORTLIST_H

#include "agent/agent.h"
#include "plan/planner.h"
#include "rollout/halving.h"

/* The chosen moves, the best by the plans first. */
struct shortlist {
    int count;
    int index[HALVING_ARMS];      /* in the planner's list of moves */
    struct move move[HALVING_ARMS];
    double behind[HALVING_ARMS];  /* its total minus the best total, in points of the plans: 0 or less */
    double bonus[HALVING_ARMS];   /* added to the mean of its rollouts */
    uint32_t repetitions[HALVING_ARMS]; /* how often the position after it occurred before */
};

/* How moves are chosen and their bonuses computed. */
struct shortlist_terms {
    const struct plan_context *context; /* the planner's list of moves for the position */
    const struct think *think;          /* only moves that it allows are chosen */
    const double *total;                /* the planner's total of each move of the context, in points */
    int candidates;                     /* how many of the best moves to choose: 1 .. HALVING_ARMS - 2 */
    double behind;                      /* max points by which a chosen move may be behind the best */
    double pull;                        /* how much 100 points behind the best reduce the bonus */
    double repetition;                  /* how much each earlier occurrence of the position reduces it */
    struct board *after;                /* memory for the board after a move */
};

/* Chooses the best moves by the plans. Also adds the best attack, if it is no more than twice `behind` points
 * behind the best. If the best move repeats a position, also adds the best move that does not. The list is
 * empty if no move is allowed. */
void shortlist_make(struct shortlist *list, const struct shortlist_terms *terms);

/* Adds the next best moves, however far behind, until the list has `max` moves (HALVING_ARMS at most) or
 * there is no other. The list may be empty (count 0). */
void shortlist_extend(struct shortlist *list, const struct shortlist_terms *terms, int max);

/* Returns whether there are allowed moves that are not in the list. */
bool shortlist_has_other_moves(const struct shortlist *list, const struct shortlist_terms *terms);

/* Computes all bonuses again. A move more than `max` points behind counts as `max` behind. */
void shortlist_update_bonuses(struct shortlist *list, const struct shortlist_terms *terms, double max);

#endif
