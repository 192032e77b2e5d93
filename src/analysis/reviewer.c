/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/reviewer.h"

#include "agent/screen_option.h"
#include "base/memory.h"
#include "play/moment.h"

#include <stdlib.h>

/* A question with its own copies of what it is about, and its answer. */
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

static void run(struct job *job)
{
    struct review_job *asked = (struct review_job *)job;
    asked->status = review_make(&asked->review, &asked->request, &asked->watch, &asked->error);
}

static void drop(struct job *job)
{
    struct review_job *asked = (struct review_job *)job;
    if (!asked)
        return;
    record_clear(&asked->record);
    settings_free(&asked->settings);
    review_free(&asked->review);
    free(asked);
}

void reviewer_init(struct reviewer *reviewer, const struct wake *wake)
{
    *reviewer = (struct reviewer){0};
    worker_init(&reviewer->worker, wake);
}

void reviewer_free(struct reviewer *reviewer)
{
    worker_free(&reviewer->worker, drop);
    drop((struct job *)reviewer->answered);
    reviewer->asked = reviewer->answered = NULL;
}

static bool is_about(const struct review_job *asked, const struct review_request *request)
{
    const struct review_request *last = &asked->request;
    return last->worst == request->worst && last->side == request->side && last->seed == request->seed &&
           last->library == request->library && last->notation == request->notation &&
           last->record->plies == request->record->plies &&
           moment_is_same(last->record, request->record, request->record->plies) &&
           settings_equal(last->settings, request->settings, &screen_group);
}

void reviewer_ask(struct reviewer *reviewer, const struct review_request *request)
{
    const struct review_job *last = reviewer->asked ? reviewer->asked : reviewer->answered;
    if (last && is_about(last, request))
        return;
    worker_stop(&reviewer->worker);
    struct review_job *asked = memory_new(1, sizeof *asked);
    record_copy(&asked->record, request->record);
    settings_copy(&asked->settings, request->settings);
    asked->job.run = run;
    asked->request = *request;
    asked->request.record = &asked->record;
    asked->request.settings = &asked->settings;
    asked->watch.stop = &asked->job.stop;
    reviewer->asked = asked;
    worker_post(&reviewer->worker, &asked->job);
}

bool reviewer_take(struct reviewer *reviewer)
{
    bool taken = false;
    for (struct job *job; (job = worker_take(&reviewer->worker));) {
        if ((struct review_job *)job != reviewer->asked) {
            drop(job);
            continue;
        }
        drop((struct job *)reviewer->answered);
        reviewer->answered = reviewer->asked;
        reviewer->asked = NULL;
        taken = true;
    }
    return taken;
}

void reviewer_stop(struct reviewer *reviewer)
{
    if (reviewer->asked)
        worker_stop(&reviewer->worker);
    reviewer->asked = NULL; /* reviewer_take drops it when it comes */
}

bool reviewer_is_busy(const struct reviewer *reviewer)
{
    return reviewer->asked != NULL;
}

double reviewer_progress(const struct reviewer *reviewer)
{
    const struct review_job *asked = reviewer->asked;
    unsigned total = asked ? atomic_load(&asked->watch.total) : 0;
    return total ? (double)atomic_load(&asked->watch.done) / total : asked ? 0 : 1;
}

const struct review *reviewer_answer(const struct reviewer *reviewer, struct error *error)
{
    const struct review_job *answered = reviewer->asked ? NULL : reviewer->answered;
    if (answered && answered->status && error)
        *error = answered->error;
    return answered && !answered->status ? &answered->review : NULL;
}
