/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the agent to move on a worker's thread, so that the screen does not freeze. */
#ifndef VEDETTE_PLAY_THINKER_H
#define VEDETTE_PLAY_THINKER_H

#include "base/worker.h"
#include "play/game.h"
#include "play/think_stats.h"

struct thinker {
    struct worker worker;
    bool thinking;
    pthread_mutex_t lock;
    double rung;                /* when the worker last rang `wake` */
    struct think_stats effort;  /* guarded by the lock, like the next two */
    bool answered;              /* the last move is ready */
    int64_t spent;              /* ms on the game's clock when it became ready */
};

/* Initialises an idle thinker. `wake` is rung at each report and at the end; it must outlive the thinker.
 * thinker_free stops it first. */
void thinker_init(struct thinker *thinker, const struct wake *wake);
void thinker_free(struct thinker *thinker);

/* Starts thinking for the side to move. The game must not change until the end. */
void thinker_start(struct thinker *thinker, struct game *game);

/* If the move is ready, sets *move and returns true; the thinker is then idle. Sets *effort (may be NULL)
 * to the progress. */
bool thinker_poll(struct thinker *thinker, struct move *move, struct think_stats *effort);

/* Returns whether the last move is ready, polled or not. Sets *spent to the ms on the game's clock at that
 * moment. */
bool thinker_has_answer(struct thinker *thinker, int64_t *spent);

/* Requests the agent's move at once; thinker_poll then soon returns the best move so far. */
void thinker_hurry(struct thinker *thinker);

/* Stops the agent and drops its move. */
void thinker_cancel(struct thinker *thinker);

#endif
