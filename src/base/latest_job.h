/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The latest job of a worker, for requests that may change while they are computed: posting a new job
 * stops the last one, and only the newest result is stored. Only the owner's thread may call these
 * functions. */
#ifndef VEDETTE_BASE_LATEST_JOB_H
#define VEDETTE_BASE_LATEST_JOB_H

#include "base/worker.h"

struct latest_job {
    struct worker worker;
    void (*drop)(struct job *job); /* frees a job and its result */
    struct job *pending;           /* the last job posted, until it is done; NULL: none */
    struct job *done;              /* the last finished job that was not cancelled, with its result; NULL:
                                    * none */
};

/* Initialises without a job. `wake` is rung whenever a job is done, and must outlive `latest`.
 * latest_job_free stops the running job and waits for it. */
void latest_job_init(struct latest_job *latest, const struct wake *wake, void (*drop)(struct job *job));
void latest_job_free(struct latest_job *latest);

/* Posts a job whose `run` is set, and returns its number. A pending job is stopped and later freed. */
uint64_t latest_job_post(struct latest_job *latest, struct job *job);

/* Collects finished jobs. Returns true if the pending one has finished: it becomes `done`, and the one
 * before is freed. Other finished jobs are freed. */
bool latest_job_take(struct latest_job *latest);

/* Stops the pending job; its result is dropped. */
void latest_job_cancel(struct latest_job *latest);

/* Stops the pending job, whose result is dropped, and frees the last result. */
void latest_job_forget(struct latest_job *latest);

#endif
