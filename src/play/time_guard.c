/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/time_guard.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <time.h>

/* Interval in seconds at which the caller's stop flag is checked: nothing wakes the thread for it. */
#define CHECK_SECONDS 0.02

/* Sleeps for `seconds` or until `changed` is signalled; the caller holds the lock. */
static void sleep_for(struct time_guard *guard, double seconds)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += (long)(seconds * 1e9);
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&guard->changed, &guard->lock, &until);
}

/* Sets the stop flag when the time of the watched turn is over, or when the cancel flag is set. It is the
 * guard's thread. */
static void *run_time_guard(void *argument)
{
    struct time_guard *guard = argument;
    pthread_mutex_lock(&guard->lock);
    while (!guard->must_end) {
        double left = guard->end - time_source_now(&guard->clock->source);
        bool cancelled = guard->cancel && atomic_load(guard->cancel);
        if (guard->is_watching && (left <= 0 || cancelled)) {
            atomic_store(&guard->stop, true);
            guard->is_watching = false;
        }
        sleep_for(guard, guard->is_watching ? fmin(fmax(left, 1e-4), CHECK_SECONDS) : CHECK_SECONDS);
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
    /* Other threads handle signals: this one starts with all of them blocked. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failed = pthread_create(&guard->thread, NULL, run_time_guard, guard);
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
    guard->must_end = true;
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
    guard->is_watching = true;
    if (seconds < CHECK_SECONDS) /* for longer times the thread wakes up by itself in time */
        pthread_cond_signal(&guard->changed);
    pthread_mutex_unlock(&guard->lock);
}

void time_guard_unwatch(struct time_guard *guard)
{
    pthread_mutex_lock(&guard->lock);
    guard->is_watching = false;
    pthread_mutex_unlock(&guard->lock);
}
