/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The latest job of a worker, for a request that changes while its answer is being made: a new job stops the
 * one before, and only the result of the last one is kept. All functions belong to the owner's thread. */
#ifndef VEDETTE_BASE_LATEST_JOB_H
#define VEDETTE_BASE_LATEST_JOB_H

#include "base/worker.h"

struct latest_job {
    struct worker worker;
    void (*drop)(struct job *job); /* frees a job and its result */
    struct job *pending;           /* the last one posted, while it is not done; NULL: none */
    struct job *done;              /* the last one that was done as it was still wanted; NULL: none */
};

/* No job yet. `wake` is rung whenever a job is done, and must outlive it. latest_job_free stops what is under
 * way and waits for it. */
void latest_job_init(struct latest_job *latest, const struct wake *wake, void (*drop)(struct job *job));
void latest_job_free(struct latest_job *latest);

/* Posts a job, of which `run` is filled in, and returns its number. The pending one is stopped and will be
 * dropped. */
uint64_t latest_job_post(struct latest_job *latest, struct job *job);

/* Collects the jobs that are done. True if the pending one is: it is `done` now, and the one before is
 * freed. */
bool latest_job_take(struct latest_job *latest);

/* Stops the pending job, whose result is not wanted any more. */
void latest_job_cancel(struct latest_job *latest);

/* The same, and frees the last result. */
void latest_job_forget(struct latest_job *latest);

#endif
