/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/parallel.h"

#include "base/memory.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

/* What the worker threads share. */
struct shared {
    atomic_size_t next; /* the next index to start */
    atomic_int workers;       /* number of workers that have started */
    size_t count;
    parallel_worker_work *work;
    void *context;
    const struct parallel_scratch *scratch;
};

/* Runs a worker: processes items until none is left. */
static void *run_worker(void *argument)
{
    struct shared *shared = argument;
    const struct parallel_scratch *scratch = shared->scratch;
    struct parallel_worker self = {.number = atomic_fetch_add(&shared->workers, 1),
                                  .scratch = memory_new(1, scratch->size ? scratch->size : 1)};
    size_t index;
    if (scratch->begin)
        scratch->begin(self.scratch, shared->context);
    while ((index = atomic_fetch_add(&shared->next, 1)) < shared->count)
        shared->work(shared->context, index, &self);
    if (scratch->end)
        scratch->end(self.scratch);
    free(self.scratch);
    return NULL;
}

void parallel_run_workers(int jobs, size_t count, const struct parallel_scratch *scratch,
                          parallel_worker_work *work, void *context)
{
    struct shared shared = {.count = count, .work = work, .context = context, .scratch = scratch};
    if ((size_t)jobs > count)
        jobs = (int)count;
    pthread_t *threads = memory_new((size_t)(jobs > 1 ? jobs : 1), sizeof *threads);
    int started = 0;
    /* The caller is one of the workers, so a thread that cannot be started costs speed only. */
    while (started < jobs - 1 && pthread_create(&threads[started], NULL, run_worker, &shared) == 0)
        started++;
    run_worker(&shared);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    free(threads);
}

/* Work that does not use its worker. */
struct plain {
    parallel_work *work;
    void *context;
};

/* Calls the work without its worker. */
static void run_plain(void *context, size_t index, const struct parallel_worker *worker)
{
    const struct plain *plain = context;
    (void)worker;
    plain->work(plain->context, index);
}

void parallel_run(int jobs, size_t count, parallel_work *work, void *context)
{
    struct plain plain = {work, context};
    parallel_run_workers(jobs, count, &(const struct parallel_scratch){0}, run_plain, &plain);
}
