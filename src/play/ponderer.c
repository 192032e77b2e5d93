/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/ponderer.h"

#include "base/memory.h"

#include <stdlib.h>

struct ponder_job {
    struct job job;
    struct agent *agent;
    struct view view;
    struct think think;
    struct rng rng;
    pthread_t owner;
};

/* The view within asks for a stricter alignment than a job; the whole was allocated as a ponder_job. */
static struct ponder_job *of_job(struct job *job)
{
    return (struct ponder_job *)(void *)job;
}

/* Without a thread of its own it would hold up the owner for as long as it likes to think. */
static void ponder_out(struct job *job)
{
    struct ponder_job *ponder = of_job(job);
    ponder->think.rng = &ponder->rng;
    ponder->think.stop = &job->stop;
    if (!pthread_equal(ponder->owner, pthread_self()))
        agent_ponder(ponder->agent, &ponder->view, &ponder->think);
}

static void drop(struct job *job)
{
    view_free(&of_job(job)->view);
    free(job);
}

void ponderer_free(struct ponderer *ponderer)
{
    if (ponderer->begun)
        worker_free(&ponderer->worker, drop);
    ponderer->begun = ponderer->on = false;
}

void ponderer_start(struct ponderer *ponderer, const struct wake *wake, struct agent *agent,
                    const struct view *view, const struct think *think)
{
    struct ponder_job *ponder = memory_new(1, sizeof *ponder);
    if (!ponderer->begun)
        worker_init(&ponderer->worker, wake);
    ponderer->begun = true;
    ponderer_stop(ponderer);
    ponder->job.run = ponder_out;
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
        worker_discard(&ponderer->worker, drop);
    ponderer->on = false;
}
