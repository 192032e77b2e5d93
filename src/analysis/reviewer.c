/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/reviewer.h"

#include "agent/screen_option.h"
#include "analysis/review_keep.h"
#include "base/memory.h"
#include "play/view_at.h"

#include <stdio.h>
#include <stdlib.h>

/* A job: a request with its own copies, and its result. */
struct review_job {
    struct job job;
    struct record record;
    struct settings settings;
    struct review_request request;
    char kept[REVIEW_KEPT_PATH]; /* the request's file, or "" */
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
    *reviewer = (struct reviewer){0};
    latest_job_init(&reviewer->jobs, wake, free_review_job);
}

void reviewer_free(struct reviewer *reviewer)
{
    latest_job_free(&reviewer->jobs);
    review_free(&reviewer->outline);
}

/* Returns whether a request equals that of a job. */
static bool is_same_review(const struct review_job *review_job, const struct review_request *request)
{
    const struct review_request *last = &review_job->request;
    return last->worlds == request->worlds && last->seed == request->seed &&
           last->library == request->library && last->notation == request->notation &&
           last->record->plies == request->record->plies &&
           records_agree(last->record, request->record, request->record->plies) &&
           settings_equal(last->settings, request->settings, &screen_group);
}

enum review_step { STEP_OUTLINE, STEP_JUDGE };

/* Posts a step of a request. The first step, the outline, does not judge moves, but reads those kept. */
static void post_step(struct reviewer *reviewer, const struct review_request *request, enum review_step step)
{
    const bool outline = step == STEP_OUTLINE;
    struct review_job *review_job = memory_new(1, sizeof *review_job);
    record_copy(&review_job->record, request->record);
    settings_copy(&review_job->settings, request->settings);
    review_job->job.run = run_review_job;
    review_job->request = *request;
    review_job->request.record = &review_job->record;
    review_job->request.settings = &review_job->settings;
    review_job->request.outline = outline;
    snprintf(review_job->kept, sizeof review_job->kept, "%s", outline && request->kept ? request->kept : "");
    review_job->request.kept = review_job->kept[0] ? review_job->kept : NULL;
    review_job->watch.stop = &review_job->job.stop;
    reviewer->stored = false;
    latest_job_post(&reviewer->jobs, &review_job->job);
}

void reviewer_request(struct reviewer *reviewer, const struct review_request *request)
{
    const struct latest_job *jobs = &reviewer->jobs;
    const struct job *last = jobs->pending ? jobs->pending : jobs->done;
    if (last && is_same_review((const struct review_job *)last, request))
        return;
    review_free(&reviewer->outline);
    reviewer->number++;
    post_step(reviewer, request, STEP_OUTLINE);
}

/* Returns whether a second step must follow a finished one, whose review may have moved to the reviewer. */
static bool needs_judging(const struct review_job *finished)
{
    return !finished->status && finished->request.outline && finished->request.worlds &&
           !finished->review.judged;
}

bool reviewer_poll(struct reviewer *reviewer)
{
    if (!latest_job_take(&reviewer->jobs))
        return false;
    struct review_job *finished = (struct review_job *)reviewer->jobs.done;
    if (needs_judging(finished)) {
        review_free(&reviewer->outline);
        reviewer->outline = finished->review;
        finished->review = (struct review){0};
        post_step(reviewer, &finished->request, STEP_JUDGE);
    }
    return true;
}

enum status reviewer_keep(struct reviewer *reviewer, const char *path, struct error *error)
{
    const struct review_job *finished = (const struct review_job *)reviewer->jobs.done;
    const struct review *review = reviewer_result(reviewer, NULL);
    if (!review || !review->judged || review->was_kept || reviewer->stored)
        return STATUS_OK;
    reviewer->stored = true;
    return review_keep(review, &finished->request, path, error);
}

void reviewer_stop(struct reviewer *reviewer)
{
    latest_job_cancel(&reviewer->jobs);
    review_free(&reviewer->outline);
    if (reviewer->jobs.done && needs_judging((const struct review_job *)reviewer->jobs.done))
        latest_job_forget(&reviewer->jobs); /* its review is gone */
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
    const struct review_job *finished = (const struct review_job *)jobs->done;
    if (reviewer->outline.plies && jobs->pending)
        return &reviewer->outline;
    if (!finished || jobs->pending)
        return NULL;
    if (finished->status && error)
        *error = finished->error;
    return finished->status ? NULL : &finished->review;
}
