/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/reviewer.h"

#include "agent/screen_option.h"
#include "base/memory.h"
#include "play/view_at.h"

#include <stdlib.h>

/* A job: a request with its own copies, and its result. */
struct review_job {
    struct job job;
    struct record record;
    struct settings settings;
    struct review_request request;
    struct analysis_watch watch;
    struct review review;
    enum status status;
    struct error error;
};

/* Runs the job on the worker's thread. */
static void run_review_job(struct job *job)
{
    struct review_job *review_job = (struct review_job *)job;
    review_job->status = review_make(&review_job->review, &review_job->request, &review_job->watch,
                                     &review_job->error);
}

/* Frees a job. */
static void free_review_job(struct job *job)
{
    struct review_job *review_job = (struct review_job *)job;
    record_clear(&review_job->record);
    settings_free(&review_job->settings);
    review_free(&review_job->review);
    free(review_job);
}

void reviewer_init(struct reviewer *reviewer, const struct wake *wake)
{
    latest_job_init(&reviewer->jobs, wake, free_review_job);
}

void reviewer_free(struct reviewer *reviewer)
{
    latest_job_free(&reviewer->jobs);
}

/* Whether a request equals that of a job. */
static bool is_same_review(const struct review_job *review_job, const struct review_request *request)
{
    const struct review_request *last = &review_job->request;
    return last->worst == request->worst && last->side == request->side && last->seed == request->seed &&
           last->library == request->library && last->notation == request->notation &&
           last->record->plies == request->record->plies &&
           records_agree(last->record, request->record, request->record->plies) &&
           settings_equal(last->settings, request->settings, &screen_group);
}

void reviewer_request(struct reviewer *reviewer, const struct review_request *request)
{
    const struct latest_job *jobs = &reviewer->jobs;
    const struct job *last = jobs->pending ? jobs->pending : jobs->done;
    if (last && is_same_review((const struct review_job *)last, request))
        return;
    struct review_job *review_job = memory_new(1, sizeof *review_job);
    record_copy(&review_job->record, request->record);
    settings_copy(&review_job->settings, request->settings);
    review_job->job.run = run_review_job;
    review_job->request = *request;
    review_job->request.record = &review_job->record;
    review_job->request.settings = &review_job->settings;
    review_job->watch.stop = &review_job->job.stop;
    latest_job_post(&reviewer->jobs, &review_job->job);
}

bool reviewer_poll(struct reviewer *reviewer)
{
    return latest_job_take(&reviewer->jobs);
}

void reviewer_stop(struct reviewer *reviewer)
{
    latest_job_cancel(&reviewer->jobs);
}

bool reviewer_is_busy(const struct reviewer *reviewer)
{
    return reviewer->jobs.pending != NULL;
}

double reviewer_progress(const struct reviewer *reviewer)
{
    const struct review_job *review_job = (const struct review_job *)reviewer->jobs.pending;
    unsigned total = review_job ? atomic_load(&review_job->watch.total) : 0;
    return total ? (double)atomic_load(&review_job->watch.done) / total : review_job ? 0 : 1;
}

const struct review *reviewer_result(const struct reviewer *reviewer, struct error *error)
{
    const struct latest_job *jobs = &reviewer->jobs;
    const struct review_job *finished = jobs->pending ? NULL : (const struct review_job *)jobs->done;
    if (finished && finished->status && error)
        *error = finished->error;
    return finished && !finished->status ? &finished->review : NULL;
}
