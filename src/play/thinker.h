/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The agent to move thinks on a worker's thread, so that a screen never freezes. */
#ifndef VEDETTE_PLAY_THINKER_H
#define VEDETTE_PLAY_THINKER_H

#include "base/worker.h"
#include "play/game.h"
#include "play/think_stats.h"

struct thinker {
    struct worker worker;
    bool thinking;
    pthread_mutex_t lock;
    double rung;                /* for the worker: when it rang last */
    struct think_stats effort;  /* under the lock, as the next two: all that leaves the worker but a move */
    bool answered;              /* its last move is there, */
    int64_t spent;              /* and had taken so many milliseconds of the game's clock when it was */
};

/* Makes a thinker that is idle. `wake` is rung with each report and at the end; it must outlive the thinker.
 * thinker_free stops it first. */
void thinker_init(struct thinker *thinker, const struct wake *wake);
void thinker_free(struct thinker *thinker);

/* Starts thinking for the side to move of `game`, which nothing may change until the end. */
void thinker_start(struct thinker *thinker, struct game *game);

/* True once the move is there (into `move`); the thinker is then idle again. `effort` (may be NULL) gets
 * how far it is, or was. */
bool thinker_poll(struct thinker *thinker, struct move *move, struct think_stats *effort);

/* Whether the move that was started last is there, taken by thinker_poll or not; `spent` then gets the
 * milliseconds of the game's clock that it took until it was. */
bool thinker_answered(struct thinker *thinker, int64_t *spent);

/* Asks the agent to answer now; thinker_poll then soon gives its best move so far. */
void thinker_hurry(struct thinker *thinker);

/* Stops and drops the answer. */
void thinker_cancel(struct thinker *thinker);

#endif
