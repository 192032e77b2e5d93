/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Distributes work among threads; results do not depend on the number of threads. */
#ifndef VEDETTE_BASE_PARALLEL_H
#define VEDETTE_BASE_PARALLEL_H

#include <stddef.h>

/* Processes item `index`. Called from several threads at once, exactly once for each index. */
typedef void parallel_work(void *context, size_t index);

/* Calls work(context, i) for each i in 0 .. count-1 on `jobs` threads (1: only the caller's). The calls start
 * in rising order of i. Returns when all have finished. */
void parallel_run(int jobs, size_t count, parallel_work *work, void *context);

/* A worker thread: its number, 0 .. jobs - 1, and its private memory, which is kept for all its items. The
 * result of an item must not depend on either. */
struct parallel_worker {
    int number;
    void *scratch;
};

/* Does one item of the work as parallel_work does; `worker` is the worker that calls it. */
typedef void parallel_worker_work(void *context, size_t index, const struct parallel_worker *worker);

/* The private memory of each worker: `size` bytes, all zero. `begin` initialises it, `end` frees what it
 * owns (both may be NULL); both run on the worker's thread. */
struct parallel_scratch {
    size_t size;
    void (*begin)(void *scratch, void *context);
    void (*end)(void *scratch);
};

/* Calls work(context, i, worker) for each i in 0 .. count-1 on `jobs` threads. The calls start in rising
 * order of i; each thread is a worker with private memory as `scratch` says. Returns when all have
 * finished. */
void parallel_run_workers(int jobs, size_t count, const struct parallel_scratch *scratch,
                          parallel_worker_work *work, void *context);

#endif
