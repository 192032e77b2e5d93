/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/time_guard.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <time.h>

/* How often, in seconds, it looks whether somebody wants an end, which nothing wakes it for. */
#define ROUND 0.02

/* Sleeps for so many seconds, unless it is woken; the lock is held before and after. */
static void sleep_for(struct time_guard *guard, double seconds)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += (long)(seconds * 1e9);
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&guard->changed, &guard->lock, &until);
}

static void *run(void *argument)
{
    struct time_guard *guard = argument;
    pthread_mutex_lock(&guard->lock);
    while (!guard->ends) {
        double left = guard->end - time_source_now(&guard->clock->source);
        bool wanted = guard->cancel && atomic_load(guard->cancel);
        if (guard->watches && (left <= 0 || wanted)) {
            atomic_store(&guard->stop, true);
            guard->watches = false;
        }
        sleep_for(guard, guard->watches ? fmin(fmax(left, 1e-4), ROUND) : ROUND);
    }
    pthread_mutex_unlock(&guard->lock);
    return NULL;
}

enum status time_guard_init(struct time_guard *guard, const struct game_clock *clock,
                            const atomic_bool *cancel, struct error *error)
{
    pthread_condattr_t monotonic;
    *guard = (struct time_guard){.clock = clock, .cancel = cancel};
    atomic_init(&guard->stop, false);
    pthread_mutex_init(&guard->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&guard->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    /* Signals are for others: the thread starts with all of them blocked. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failed = pthread_create(&guard->thread, NULL, run, guard);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    guard->started = true;
    if (!failed)
        return STATUS_OK;
    pthread_cond_destroy(&guard->changed);
    pthread_mutex_destroy(&guard->lock);
    *guard = (struct time_guard){0};
    errno = failed;
    return error_errno(error, "a thread to watch the clock");
}

void time_guard_free(struct time_guard *guard)
{
    if (!guard->started)
        return;
    pthread_mutex_lock(&guard->lock);
    guard->ends = true;
    pthread_cond_signal(&guard->changed);
    pthread_mutex_unlock(&guard->lock);
    pthread_join(guard->thread, NULL);
    pthread_cond_destroy(&guard->changed);
    pthread_mutex_destroy(&guard->lock);
    guard->started = false;
}

void time_guard_watch(struct time_guard *guard)
{
    int64_t left = game_clock_left(guard->clock, guard->clock->side);
    double seconds = left == INT64_MAX ? INFINITY : (double)left / 1000;
    pthread_mutex_lock(&guard->lock);
    atomic_store(&guard->stop, false);
    guard->end = time_source_now(&guard->clock->source) + seconds;
    guard->watches = true;
    if (seconds < ROUND)
        pthread_cond_signal(&guard->changed);
    pthread_mutex_unlock(&guard->lock);
}

void time_guard_rest(struct time_guard *guard)
{
    pthread_mutex_lock(&guard->lock);
    guard->watches = false;
    pthread_mutex_unlock(&guard->lock);
}
