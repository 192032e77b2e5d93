/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/worker.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

enum status wake_init(struct wake *wake, struct error *error)
{
    wake->ends[0] = wake->ends[1] = -1;
    return pipe2(wake->ends, O_CLOEXEC | O_NONBLOCK) == 0 ? STATUS_OK
                                                          : error_errno(error, "a pipe between threads");
}

void wake_free(struct wake *wake)
{
    for (int i = 0; i < 2; i++)
        if (wake->ends[i] >= 0)
            close(wake->ends[i]);
    wake->ends[0] = wake->ends[1] = -1;
}

void wake_ring(const struct wake *wake)
{
    ssize_t written;
    do /* if the pipe is full, the bell is already ringing */
        written = write(wake->ends[1], "", 1);
    while (written < 0 && errno == EINTR);
}

void wake_ring_seldom(const struct wake *wake, double *last)
{
    double now = clock_now();
    if (*last > 0 && now - *last < 0.1)
        return;
    *last = now;
    wake_ring(wake);
}

void wake_drain(const struct wake *wake)
{
    char bytes[64];
    while (read(wake->ends[0], bytes, sizeof bytes) > 0)
        ;
}

bool wake_wait(const struct wake *wake, int milliseconds)
{
    struct pollfd end = {.fd = wake->ends[0], .events = POLLIN};
    bool rung = poll(&end, 1, milliseconds) > 0;
    wake_drain(wake);
    return rung;
}

/* Appends a job to a list. */
static void append_job(struct job **list, struct job *job)
{
    while (*list)
        list = &(*list)->next;
    *list = job;
    job->next = NULL;
}

/* Removes the first job of a list and returns it; NULL if the list is empty. */
static struct job *remove_first(struct job **list)
{
    struct job *job = *list;
    if (job)
        *list = job->next;
    return job;
}

/* Runs a job; the lock is held before and after, but not while it runs. */
static void do_job(struct worker *worker, struct job *job)
{
    worker->running = job;
    pthread_mutex_unlock(&worker->lock);
    job->run(job);
    pthread_mutex_lock(&worker->lock);
    worker->running = NULL;
    append_job(&worker->done, job);
    pthread_cond_broadcast(&worker->changed);
    wake_ring(worker->wake);
}

/* Runs the worker's thread: runs jobs until the worker ends and no job waits. */
static void *work(void *argument)
{
    struct worker *worker = argument;
    pthread_mutex_lock(&worker->lock);
    while (!worker->ending || worker->waiting) {
        struct job *job = remove_first(&worker->waiting);
        if (job)
            do_job(worker, job);
        else
            pthread_cond_wait(&worker->changed, &worker->lock);
    }
    pthread_mutex_unlock(&worker->lock);
    return NULL;
}

void worker_init(struct worker *worker, const struct wake *wake)
{
    *worker = (struct worker){.wake = wake};
    pthread_mutex_init(&worker->lock, NULL);
    pthread_cond_init(&worker->changed, NULL);
}

/* Starts the thread with all signals blocked, so that they go to the owner's thread. */
static bool start_thread(struct worker *worker)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(&worker->thread, NULL, work, worker) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

uint64_t worker_post(struct worker *worker, struct job *job)
{
    if (!worker->started)
        worker->started = start_thread(worker);
    pthread_mutex_lock(&worker->lock);
    uint64_t number = job->number = ++worker->posted;
    atomic_init(&job->stop, false);
    if (worker->started) {
        append_job(&worker->waiting, job);
        pthread_cond_broadcast(&worker->changed);
    } else {
        do_job(worker, job);
    }
    pthread_mutex_unlock(&worker->lock);
    return number;
}

struct job *worker_take(struct worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    struct job *job = remove_first(&worker->done);
    pthread_mutex_unlock(&worker->lock);
    return job;
}

void worker_stop(struct worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    if (worker->running)
        atomic_store(&worker->running->stop, true);
    for (struct job *job = worker->waiting; job; job = job->next)
        atomic_store(&job->stop, true);
    pthread_mutex_unlock(&worker->lock);
}

void worker_wait(struct worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    while (worker->running || worker->waiting)
        pthread_cond_wait(&worker->changed, &worker->lock);
    pthread_mutex_unlock(&worker->lock);
}

void worker_discard(struct worker *worker, void (*drop)(struct job *job))
{
    struct job *job;
    worker_stop(worker);
    worker_wait(worker);
    while ((job = worker_take(worker)))
        if (drop)
            drop(job);
        else
            free(job);
}

void worker_free(struct worker *worker, void (*drop)(struct job *job))
{
    worker_discard(worker, drop);
    if (worker->started) {
        pthread_mutex_lock(&worker->lock);
        worker->ending = true;
        pthread_cond_broadcast(&worker->changed);
        pthread_mutex_unlock(&worker->lock);
        pthread_join(worker->thread, NULL);
    }
    pthread_cond_destroy(&worker->changed);
    pthread_mutex_destroy(&worker->lock);
    *worker = (struct worker){0};
}
