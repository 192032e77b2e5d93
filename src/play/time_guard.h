/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A thread that watches a thinking agent: it sets the agent's stop flag when the time of the side to move
 * has run out, or the caller's own stop flag is set. */
#ifndef VEDETTE_PLAY_TIME_GUARD_H
#define VEDETTE_PLAY_TIME_GUARD_H

#include "play/clock.h"

#include <pthread.h>

struct time_guard {
    const struct game_clock *clock;
    const atomic_bool *cancel;   /* the caller's stop flag; may be NULL */
    pthread_t thread;
    bool started;
    atomic_bool stop;            /* the agent's stop flag */
    pthread_mutex_t lock;        /* guards the members below */
    pthread_cond_t changed;
    double end;                  /* when the time runs out, on the clock's source, in seconds */
    bool is_watching, must_end;
};

/* Starts the thread for a clock, which must outlive it. STATUS_FAILED if no thread can be started. An
 * all-zero guard may be freed. */
enum status time_guard_init(struct time_guard *guard, const struct game_clock *clock,
                            const atomic_bool *cancel, struct error *error);
void time_guard_free(struct time_guard *guard);

/* Clears the stop flag and watches the current turn. */
void time_guard_watch(struct time_guard *guard);
/* Ends the watching of the turn. */
void time_guard_unwatch(struct time_guard *guard);

#endif
