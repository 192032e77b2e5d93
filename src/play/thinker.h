/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A thread on which the agent to move thinks, so that a screen never freezes. */
#ifndef VEDETTE_PLAY_THINKER_H
#define VEDETTE_PLAY_THINKER_H

#include "play/game.h"

#include <pthread.h>

struct thinker {
    struct game *game;
    pthread_t thread;
    pthread_mutex_t lock;
    atomic_bool stop;
    bool running;
    int wake[2];                /* a byte arrives at wake[0] with each progress and at the end */
    struct progress progress;   /* under the lock */
    struct move move;
    bool done;                  /* under the lock */
    double seconds;             /* limit for each move; 0 = none */
};

/* Makes a thinker that is idle; thinker_free stops it first. */
enum status thinker_init(struct thinker *thinker, struct error *error);
void thinker_free(struct thinker *thinker);

/* Starts thinking for the side to move of `game`, which nothing may change until the end. */
enum status thinker_start(struct thinker *thinker, struct game *game, struct error *error);

/* True once the move is there (into `move`); the thinker is then idle again. Drains wake[0]. */
bool thinker_poll(struct thinker *thinker, struct move *move, struct progress *progress);

/* Asks the agent to answer now; thinker_poll then soon gives its best move so far. */
void thinker_hurry(struct thinker *thinker);

/* Stops and drops the answer. */
void thinker_cancel(struct thinker *thinker);

#endif
