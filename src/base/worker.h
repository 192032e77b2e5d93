/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work that must not hold up the thread that asks for it: a worker does its jobs one by one, in the order in
 * which they were posted, on a thread of its own, and rings when one is done.
 *
 * All functions but job_stopped, wake_ring and what a job itself calls belong to one thread, the owner's. */
#ifndef VEDETTE_BASE_WORKER_H
#define VEDETTE_BASE_WORKER_H

#include "base/error.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* A bell for whoever waits in poll(): its descriptor can be read from the first ring until it is drained.
 * Several workers may have the same one. */
struct wake {
    int ends[2]; /* of a pipe: read, write; below 0 where there is none */
};

/* STATUS_FAILED, and a bell that cannot be waited for, where the system has no pipe left. */
enum status wake_init(struct wake *wake, struct error *error);
void wake_free(struct wake *wake);

void wake_ring(const struct wake *wake);  /* from any thread; never blocks */

/* The same for one who tells of every step: at most ten times a second. `last` is the caller's, 0 at
 * first. */
void wake_ring_seldom(const struct wake *wake, double *last);

void wake_drain(const struct wake *wake); /* before one looks at what the ring may have been about */

/* Waits for a ring, at most so many milliseconds (-1: for ever), and drains it. False where none came. */
bool wake_wait(const struct wake *wake, int milliseconds);

/* What to poll() for reading; -1: there is nothing to wait for. */
static inline int wake_descriptor(const struct wake *wake)
{
    return wake->ends[0];
}

/* One piece of work: the first member of a struct that says what to do and takes the answer. It belongs to
 * the worker from worker_post until worker_take gives it back. */
struct job {
    void (*run)(struct job *job); /* on the worker's thread */
    atomic_bool stop;             /* true: nobody wants the answer any more, or wants it now */
    uint64_t number;              /* its generation: 1 for the first job of a worker, 2, .. */
    struct job *next;
};

struct worker {
    const struct wake *wake;
    bool started, ending;         /* the thread was; it is to end */
    pthread_t thread;
    pthread_mutex_t lock;         /* of all that follows */
    pthread_cond_t changed;
    struct job *waiting, *running, *done;
    uint64_t posted;              /* number of the last job */
};

/* Makes a worker that is idle; its thread begins with its first job. `wake` is rung whenever a job is done,
 * and must outlive the worker. */
void worker_init(struct worker *worker, const struct wake *wake);

/* Stops and awaits what is being done, and gives each job that was not taken to `drop`. */
void worker_free(struct worker *worker, void (*drop)(struct job *job));

/* Adds a job, of which `run` is filled in; returns its number. Where the system has no thread left the job is
 * done before this returns. */
uint64_t worker_post(struct worker *worker, struct job *job);

/* The next job that is done, in their order; NULL: none. */
struct job *worker_take(struct worker *worker);

/* Asks all jobs that are not done to come to an end. They run all the same, those that wait too. */
void worker_stop(struct worker *worker);

/* Returns when all jobs are done. */
void worker_wait(struct worker *worker);

/* Stops all jobs, waits for them, and gives each of them to `drop`. */
void worker_discard(struct worker *worker, void (*drop)(struct job *job));

/* Whether a job was asked to come to an end. From any thread. */
static inline bool job_stopped(const struct job *job)
{
    return atomic_load_explicit(&job->stop, memory_order_relaxed);
}

#endif
