/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Thinking on the enemy's time: finds the enemy's probable replies and stores the results of the own moves
 * tried after each of them. If the enemy then makes one of these replies, these results are used again. */
#ifndef VEDETTE_AGENT_PONDER_H
#define VEDETTE_AGENT_PONDER_H

#include "observer/replies.h"
#include "rollout/tried.h"

enum { PONDER_MAX_REPLIES = 8 };  /* max number of replies to think about */

/* Initialise with all zero; ponder_free frees it. */
struct ponder {
    uint64_t key;            /* a hash of everything seen when the enemy was to move; valid if count > 0 */
    int count;
    struct foreseen {
        struct event event;
        double odds;         /* probability, 0 .. 1 */
        int rounds;          /* finished rounds of thinking after this reply */
        struct tried_moves tried;  /* and their results */
    } reply[PONDER_MAX_REPLIES];
    struct replies replies;
    struct view view;        /* memory for the view after a reply */
};

/* Tries the moves of the side to move in `view` and stores the results in `tried`. `round` counts from 0
 * for the same view. Returns false if further rounds are useless. */
typedef bool ponder_try(void *context, const struct view *view, int round, struct tried_moves *tried);

/* Ponders until *stop is set or no reply needs another round. In `view` the enemy is to move. `mixture`:
 * the probability of each kind of enemy, sum 1. `belief` [SIDES] must be up to date and free of
 * contradictions. A second call for the same view continues. */
void ponder_run(struct ponder *ponder, const struct opponent_models *models, const double mixture[OPPONENTS],
                const struct view *view, const struct belief *belief, const atomic_bool *stop,
                ponder_try *try, void *context);

/* Returns the results after the reply that is the last ply of `view`. NULL if this reply was not foreseen. */
const struct tried_moves *ponder_recall(const struct ponder *ponder, const struct view *view);

/* Drops all results, e.g. because the options have changed. */
void ponder_forget(struct ponder *ponder);
void ponder_free(struct ponder *ponder);

#endif
