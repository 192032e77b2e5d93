/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work shared among threads, with a result that does not depend on how many there are. */
#ifndef VEDETTE_BASE_PARALLEL_H
#define VEDETTE_BASE_PARALLEL_H

#include <stddef.h>

/* Does item `index` with `context`. Called from several threads at once, each index exactly once. */
typedef void parallel_work(void *context, size_t index);

/* Calls work(context, i) for each i in 0 .. count-1 on `jobs` threads (1: in the caller's own) and
 * returns when all are done. Indices are handed out in rising order. */
void parallel_run(int jobs, size_t count, parallel_work *work, void *context);

/* A thread that works: its number, 0 .. jobs - 1, and room of its own, which lasts for all its items. What an
 * item comes to must not depend on either. */
struct parallel_worker {
    int number;
    void *scratch;
};

typedef void parallel_worker_work(void *context, size_t index, const struct parallel_worker *worker);

/* The room of each worker: `size` bytes, all zero, and what makes it ready and gives back what it holds (may
 * be NULL; by the worker's own thread). */
struct parallel_scratch {
    size_t size;
    void (*begin)(void *scratch, void *context);
    void (*end)(void *scratch);
};

/* parallel_run for work that wants its worker. */
void parallel_run_workers(int jobs, size_t count, const struct parallel_scratch *scratch,
                          parallel_worker_work *work, void *context);

#endif
