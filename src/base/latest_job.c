/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/latest_job.h"

#include <stddef.h>

void latest_job_init(struct latest_job *latest, const struct wake *wake, void (*drop)(struct job *job))
{
    *latest = (struct latest_job){.drop = drop};
    worker_init(&latest->worker, wake);
}

void latest_job_free(struct latest_job *latest)
{
    latest_job_forget(latest);
    worker_free(&latest->worker, latest->drop);
}

uint64_t latest_job_post(struct latest_job *latest, struct job *job)
{
    worker_stop(&latest->worker);
    latest->pending = job;
    return worker_post(&latest->worker, job);
}

bool latest_job_take(struct latest_job *latest)
{
    bool has_finished = false;
    for (struct job *job; (job = worker_take(&latest->worker));) {
        struct job *job_to_free = job;
        if (job == latest->pending) {
            job_to_free = latest->done;
            latest->done = job;
            latest->pending = NULL;
            has_finished = true;
        }
        if (job_to_free)
            latest->drop(job_to_free);
    }
    return has_finished;
}

void latest_job_cancel(struct latest_job *latest)
{
    if (latest->pending)
        worker_stop(&latest->worker);
    latest->pending = NULL; /* latest_job_take frees it when it is done */
}

void latest_job_forget(struct latest_job *latest)
{
    latest_job_cancel(latest);
    if (latest->done)
        latest->drop(latest->done);
    latest->done = NULL;
}
