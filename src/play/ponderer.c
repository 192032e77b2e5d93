/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/ponderer.h"

#include "base/memory.h"

#include <stdlib.h>

/* One run of pondering. */
struct ponder_job {
    struct job job;
    struct agent *agent;
    struct view view;
    struct think think;
    struct rng rng;
    pthread_t owner;
};

/* Returns the ponder job of a job. struct view needs a stricter alignment than struct job; the cast is
 * safe because the object was allocated as a ponder_job. */
static struct ponder_job *ponder_job_of(struct job *job)
{
    return (struct ponder_job *)(void *)job;
}

/* Runs the job on the worker's thread. Does nothing if no thread could be started: the job would run on the
 * owner's thread and block it. */
static void run_ponder_job(struct job *job)
{
    struct ponder_job *ponder = ponder_job_of(job);
    ponder->think.rng = &ponder->rng;
    ponder->think.stop = &job->stop;
    if (!pthread_equal(ponder->owner, pthread_self()))
        agent_ponder(ponder->agent, &ponder->view, &ponder->think);
}

/* Frees a job. */
static void free_ponder_job(struct job *job)
{
    view_free(&ponder_job_of(job)->view);
    free(job);
}

void ponderer_free(struct ponderer *ponderer)
{
    if (ponderer->has_worker)
        worker_free(&ponderer->worker, free_ponder_job);
    ponderer->has_worker = ponderer->on = false;
}

void ponderer_start(struct ponderer *ponderer, const struct wake *wake, struct agent *agent,
                    const struct view *view, const struct think *think)
{
    struct ponder_job *ponder = memory_new(1, sizeof *ponder);
    if (!ponderer->has_worker)
        worker_init(&ponderer->worker, wake);
    ponderer->has_worker = true;
    ponderer_stop(ponderer);
    ponder->job.run = run_ponder_job;
    ponder->agent = agent;
    ponder->think = *think;
    ponder->rng = *think->rng;
    ponder->owner = pthread_self();
    view_copy(&ponder->view, view);
    ponderer->on = true;
    worker_post(&ponderer->worker, &ponder->job);
}

void ponderer_stop(struct ponderer *ponderer)
{
    if (ponderer->on)
        worker_discard(&ponderer->worker, free_ponder_job);
    ponderer->on = false;
}
