/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/adviser.h"

#include "agent/screen_option.h"
#include "base/memory.h"
#include "play/view_at.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A job: a request with its own copies, and its result. */
struct advice_job {
    struct job job;
    struct adviser *adviser;
    double last_signal;              /* when the screen was last woken, see wake_ring_seldom */
    struct advice_request request;
    struct record record;
    struct settings settings;
    char agent[sizeof ((struct agent *)0)->name];
    struct advice advice;
    enum status status;
    struct error error;
};

/* Frees a job. */
static void free_advice_job(struct job *job)
{
    struct advice_job *advice_job = (struct advice_job *)job;
    record_clear(&advice_job->record);
    settings_free(&advice_job->settings);
    free(advice_job);
}

/* Stores the advice so far and rings the screen's `wake`, but not too often. It is a callback of
 * advice_make. */
static void store_report(void *context, const struct advice *so_far)
{
    struct advice_job *advice_job = context;
    struct adviser *adviser = advice_job->adviser;
    pthread_mutex_lock(&adviser->lock);
    adviser->so_far = *so_far;
    adviser->reported = advice_job->job.number;
    pthread_mutex_unlock(&adviser->lock);
    wake_ring_seldom(adviser->jobs.worker.wake, &advice_job->last_signal);
}

/* Runs the job on the worker's thread. */
static void run_advice_job(struct job *job)
{
    struct advice_job *advice_job = (struct advice_job *)job;
    const struct advice_watch watch = {.stop = &job->stop, .report = store_report, .context = advice_job};
    advice_job->status = advice_make(&advice_job->advice, &advice_job->request, &watch, &advice_job->error);
}

void adviser_init(struct adviser *adviser, const struct wake *wake)
{
    *adviser = (struct adviser){.state = ADVICE_NONE};
    latest_job_init(&adviser->jobs, wake, free_advice_job);
    pthread_mutex_init(&adviser->lock, NULL);
}

void adviser_free(struct adviser *adviser)
{
    latest_job_free(&adviser->jobs);
    pthread_mutex_destroy(&adviser->lock);
}

void adviser_request(struct adviser *adviser, const struct advice_request *request)
{
    struct advice_job *advice_job = memory_new(1, sizeof *advice_job);
    advice_job->job.run = run_advice_job;
    advice_job->adviser = adviser;
    record_copy(&advice_job->record, request->record);
    settings_copy(&advice_job->settings, request->settings);
    snprintf(advice_job->agent, sizeof advice_job->agent, "%s", request->agent);
    advice_job->request = *request;
    advice_job->request.record = &advice_job->record;
    advice_job->request.settings = &advice_job->settings;
    advice_job->request.agent = advice_job->agent;
    adviser->request = &advice_job->request;
    adviser->advice = (struct advice){.move = MOVE_NONE, .progress.best = MOVE_NONE};
    adviser->error = (struct error){0};
    adviser->state = ADVICE_THINKING;
    adviser->requested_job = latest_job_post(&adviser->jobs, &advice_job->job);
}

bool adviser_is_last_request(const struct adviser *adviser, const struct advice_request *request)
{
    const struct advice_request *last = adviser->request;
    return adviser->state != ADVICE_NONE && last->plies == request->plies && last->side == request->side &&
           last->lines == request->lines && last->seconds == request->seconds &&
           last->seed == request->seed && last->library == request->library &&
           strcmp(last->agent, request->agent) == 0 &&
           records_agree(last->record, request->record, request->plies) &&
           settings_equal(last->settings, request->settings, &screen_group);
}

bool adviser_poll(struct adviser *adviser)
{
    bool was_busy = adviser_is_busy(adviser);
    if (was_busy) {
        pthread_mutex_lock(&adviser->lock);
        /* A replaced job may still have reported. */
        if (adviser->reported == adviser->requested_job)
            adviser->advice = adviser->so_far;
        pthread_mutex_unlock(&adviser->lock);
    }
    /* Called even if not busy, as it frees finished jobs; the result of a stopped one is dropped. */
    if (!latest_job_take(&adviser->jobs) || !was_busy)
        return false;
    const struct advice_job *finished = (const struct advice_job *)adviser->jobs.done;
    adviser->error = finished->error;
    adviser->state = finished->status ? ADVICE_FAILED : ADVICE_DONE;
    if (!finished->status)
        adviser->advice = finished->advice;
    return true;
}

bool adviser_is_busy(const struct adviser *adviser)
{
    return adviser->state == ADVICE_THINKING;
}

void adviser_hurry(struct adviser *adviser)
{
    if (adviser_is_busy(adviser))
        worker_stop(&adviser->jobs.worker);
}

void adviser_stop(struct adviser *adviser)
{
    adviser_hurry(adviser);
    if (adviser_is_busy(adviser))
        adviser->state = ADVICE_STOPPED; /* so that adviser_poll drops the final advice */
}

void adviser_forget(struct adviser *adviser)
{
    adviser_hurry(adviser);
    adviser->state = ADVICE_NONE;
}
