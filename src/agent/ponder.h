/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Thinking on the enemy's time: which replies are probable, and what came of the own moves that were tried
 * after each. Whoever is asked after one of them need not try those again. */
#ifndef VEDETTE_AGENT_PONDER_H
#define VEDETTE_AGENT_PONDER_H

#include "observer/replies.h"
#include "rollout/tried.h"

enum { PONDER_REPLIES = 8 }; /* that are thought about */

/* Start with all zero; ponder_free gives the memory back. */
struct ponder {
    uint64_t key;            /* of all that was seen when the enemy was to move; count is 0 before */
    int count;
    struct foreseen {
        struct event event;
        double odds;         /* 0 .. 1 */
        int rounds;          /* it was thought about so often, */
        struct tried_moves tried;  /* and came to that */
    } reply[PONDER_REPLIES];
    struct replies replies;
    struct view view;        /* after one of them */
};

/* Tries the moves of the side that will be to move then, in round 0, 1, .. of thinking about the same view,
 * and keeps in `tried` what came of them. False: further rounds would bring no more. */
typedef bool ponder_try(void *context, const struct view *view, int round, struct tried_moves *tried);

/* Thinks until it is told to stop or has thought of enough. On the board of `view` the enemy is to move;
 * `mixture`: how probable each kind of enemy is, together 1; `belief` [SIDES] is up to date with the view,
 * and its facts agree. Called again for the same view it goes on. */
void ponder_run(struct ponder *ponder, const struct opponent_models *models,
                const double mixture[OPPONENTS], const struct view *view, const struct belief *belief,
                const atomic_bool *stop, ponder_try *try, void *context);

/* What came of the moves after the reply that was the last ply of the view; NULL: it was not foreseen. */
const struct tried_moves *ponder_recall(const struct ponder *ponder, const struct view *view);

/* Forgets all, as what it was thought out by has changed. */
void ponder_forget(struct ponder *ponder);
void ponder_free(struct ponder *ponder);

#endif
