/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A guard beside a thinking agent: when the time of the side to move has run out, or somebody outside
 * wants an end, it sets the stop flag that the agent was given. */
#ifndef VEDETTE_PLAY_TIME_GUARD_H
#define VEDETTE_PLAY_TIME_GUARD_H

#include "play/clock.h"

#include <pthread.h>

struct time_guard {
    const struct game_clock *clock;
    const atomic_bool *cancel;  /* may be NULL */
    pthread_t thread;
    bool started;
    atomic_bool stop;            /* for the agent */
    pthread_mutex_t lock;        /* of what follows */
    pthread_cond_t changed;
    double end;                  /* when the time runs out, by the clock's source */
    bool watches, ends;
};

/* Makes a guard for a clock, which must outlive it; STATUS_FAILED where there is no thread for it. All zero
 * may be freed. */
enum status time_guard_init(struct time_guard *guard, const struct game_clock *clock,
                            const atomic_bool *cancel, struct error *error);
void time_guard_free(struct time_guard *guard);

/* Clears the flag and watches over the move that the running clock's side is about to make; no more. */
void time_guard_watch(struct time_guard *guard);
void time_guard_rest(struct time_guard *guard);

#endif
