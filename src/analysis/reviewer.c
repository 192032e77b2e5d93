/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/reviewer.h"

#include "agent/screen_option.h"
#include "base/memory.h"
#include "play/view_at.h"

#include <stdlib.h>

/* A request with its own copies of what it is about, and its result. */
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

static void run_review_job(struct job *job)
{
    struct review_job *asked = (struct review_job *)job;
    asked->status = review_make(&asked->review, &asked->request, &asked->watch, &asked->error);
}

static void free_review_job(struct job *job)
{
    struct review_job *asked = (struct review_job *)job;
    record_clear(&asked->record);
    settings_free(&asked->settings);
    review_free(&asked->review);
    free(asked);
}

void reviewer_init(struct reviewer *reviewer, const struct wake *wake)
{
    latest_job_init(&reviewer->jobs, wake, free_review_job);
}

void reviewer_free(struct reviewer *reviewer)
{
    latest_job_free(&reviewer->jobs);
}

static bool is_same_review(const struct review_job *asked, const struct review_request *request)
{
    const struct review_request *last = &asked->request;
    return last->worst == request->worst && last->side == request->side && last->seed == request->seed &&
           last->library == request->library && last->notation == request->notation &&
           last->record->plies == request->record->plies &&
           records_agree(last->record, request->record, request->record->plies) &&
           settings_equal(last->settings, request->settings, &screen_group);
}

void reviewer_ask(struct reviewer *reviewer, const struct review_request *request)
{
    const struct latest_job *jobs = &reviewer->jobs;
    const struct job *last = jobs->pending ? jobs->pending : jobs->done;
    if (last && is_same_review((const struct review_job *)last, request))
        return;
    struct review_job *asked = memory_new(1, sizeof *asked);
    record_copy(&asked->record, request->record);
    settings_copy(&asked->settings, request->settings);
    asked->job.run = run_review_job;
    asked->request = *request;
    asked->request.record = &asked->record;
    asked->request.settings = &asked->settings;
    asked->watch.stop = &asked->job.stop;
    latest_job_post(&reviewer->jobs, &asked->job);
}

bool reviewer_take(struct reviewer *reviewer)
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
    const struct review_job *asked = (const struct review_job *)reviewer->jobs.pending;
    unsigned total = asked ? atomic_load(&asked->watch.total) : 0;
    return total ? (double)atomic_load(&asked->watch.done) / total : asked ? 0 : 1;
}

const struct review *reviewer_answer(const struct reviewer *reviewer, struct error *error)
{
    const struct latest_job *jobs = &reviewer->jobs;
    const struct review_job *answered = jobs->pending ? NULL : (const struct review_job *)jobs->done;
    if (answered && answered->status && error)
        *error = answered->error;
    return answered && !answered->status ? &answered->review : NULL;
}
