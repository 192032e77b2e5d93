/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/parallel.h"

#include "base/memory.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared {
    atomic_size_t next;
    size_t count;
    parallel_work *work;
    void *context;
};

static void *worker(void *argument)
{
    struct shared *shared = argument;
    size_t index;
    while ((index = atomic_fetch_add(&shared->next, 1)) < shared->count)
        shared->work(shared->context, index);
    return NULL;
}

void parallel_run(int jobs, size_t count, parallel_work *work, void *context)
{
    struct shared shared = {.count = count, .work = work, .context = context};
    if ((size_t)jobs > count)
        jobs = (int)count;
    pthread_t *threads = memory_new((size_t)(jobs > 1 ? jobs : 1), sizeof *threads);
    int started = 0;
    /* The caller is one of the workers, so a thread that cannot be started costs speed only. */
    while (started < jobs - 1 && pthread_create(&threads[started], NULL, worker, &shared) == 0)
        started++;
    worker(&shared);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    free(threads);
}
