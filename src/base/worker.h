/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A worker runs jobs on its own thread, one by one in the order in which they were posted, so that they do
 * not block the thread that posts them. It rings a bell when a job is done.
 *
 * All functions except job_stopped, wake_ring and wake_ring_seldom are only for the owner's thread. */
#ifndef VEDETTE_BASE_WORKER_H
#define VEDETTE_BASE_WORKER_H

#include "base/error.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* A bell for a thread that waits in poll(): its descriptor is readable from the first ring until it is
 * drained. Several workers may share one. */
struct wake {
    int ends[2]; /* read and write end of a pipe; below 0: none */
};

/* Makes a bell. STATUS_FAILED if the system has no pipe left; the bell is then silent but may be used and
 * freed. */
enum status wake_init(struct wake *wake, struct error *error);
void wake_free(struct wake *wake);

/* Rings the bell, from any thread; never blocks. */
void wake_ring(const struct wake *wake);

/* Rings the bell at most ten times a second, for reports of progress. *last is the time of the last ring;
 * initialise with 0. */
void wake_ring_seldom(const struct wake *wake, double *last);

/* Silences the bell. Call it before looking for finished work, so that a later ring is not lost. */
void wake_drain(const struct wake *wake);

/* Waits for a ring, up to `milliseconds` (-1: without limit), and drains the bell. Returns false if there
 * was none. */
bool wake_wait(const struct wake *wake, int milliseconds);

/* Returns the descriptor to poll() for reading; -1 if there is none. */
static inline int wake_descriptor(const struct wake *wake)
{
    return wake->ends[0];
}

/* A job: the first member of a struct with its input and result. It belongs to the worker from worker_post
 * until worker_take returns it. */
struct job {
    void (*run)(struct job *job); /* on the worker's thread */
    atomic_bool stop;             /* true: the result is not wanted any more, or wanted at once */
    uint64_t number;              /* 1 for the first job of a worker, then 2, 3, .. */
    struct job *next;
};

struct worker {
    const struct wake *wake;
    bool started, ending;         /* the thread is started; it is to end */
    pthread_t thread;
    pthread_mutex_t lock;         /* protects the fields below */
    pthread_cond_t changed;
    struct job *waiting, *running, *done;
    uint64_t posted;              /* number of the last job */
};

/* Makes an idle worker; its thread starts with the first job. `wake` is rung whenever a job is done, and
 * must outlive the worker. */
void worker_init(struct worker *worker, const struct wake *wake);

/* Adds a job whose `run` is set; returns its number. If no thread can be started, the job is run before
 * this returns. */
uint64_t worker_post(struct worker *worker, struct job *job);

/* Returns the next finished job, in the order they were finished; NULL if there is none. */
struct job *worker_take(struct worker *worker);

/* Sets the stop flag of all jobs that are not done. They run all the same, waiting ones too, and should
 * return soon. */
void worker_stop(struct worker *worker);

/* Waits until all jobs are done. */
void worker_wait(struct worker *worker);

/* Stops all jobs, waits for them, and calls `drop` (NULL: free) for each that was not taken. */
void worker_discard(struct worker *worker, void (*drop)(struct job *job));
/* Stops and drops all jobs as worker_discard does, and ends the thread. */
void worker_free(struct worker *worker, void (*drop)(struct job *job));

/* Returns whether the job is to stop. From any thread. */
static inline bool job_stopped(const struct job *job)
{
    return atomic_load_explicit(&job->stop, memory_order_relaxed);
}

#endif
