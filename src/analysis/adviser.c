/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/adviser.h"

#include "agent/screen_option.h"
#include "base/memory.h"
#include "play/view_at.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A request with its own copies of what it is about, and its answer. */
struct advice_job {
    struct job job;
    struct adviser *adviser;
    double last_signal;
    struct advice_request request;
    struct record record;
    struct settings settings;
    char agent[sizeof ((struct agent *)0)->name];
    struct advice advice;
    enum status status;
    struct error error;
};

static void free_advice_job(struct job *job)
{
    struct advice_job *asked = (struct advice_job *)job;
    record_clear(&asked->record);
    settings_free(&asked->settings);
    free(asked);
}

static void store_report(void *context, const struct advice *so_far)
{
    struct advice_job *asked = context;
    struct adviser *adviser = asked->adviser;
    pthread_mutex_lock(&adviser->lock);
    adviser->so_far = *so_far;
    adviser->reported = asked->job.number;
    pthread_mutex_unlock(&adviser->lock);
    wake_ring_seldom(adviser->jobs.worker.wake, &asked->last_signal);
}

static void run_advice_job(struct job *job)
{
    struct advice_job *asked = (struct advice_job *)job;
    const struct advice_watch watch = {.stop = &job->stop, .report = store_report, .context = asked};
    asked->status = advice_make(&asked->advice, &asked->request, &watch, &asked->error);
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

void adviser_ask(struct adviser *adviser, const struct advice_request *request)
{
    struct advice_job *asked = memory_new(1, sizeof *asked);
    asked->job.run = run_advice_job;
    asked->adviser = adviser;
    record_copy(&asked->record, request->record);
    settings_copy(&asked->settings, request->settings);
    snprintf(asked->agent, sizeof asked->agent, "%s", request->agent);
    asked->request = *request;
    asked->request.record = &asked->record;
    asked->request.settings = &asked->settings;
    asked->request.agent = asked->agent;
    adviser->request = &asked->request;
    adviser->advice = (struct advice){.move = MOVE_NONE, .progress.best = MOVE_NONE};
    adviser->error = (struct error){0};
    adviser->state = ADVICE_THINKING;
    adviser->asked = latest_job_post(&adviser->jobs, &asked->job);
}

bool adviser_is_about(const struct adviser *adviser, const struct advice_request *request)
{
    const struct advice_request *last = adviser->request;
    return adviser->state != ADVICE_NONE && last->plies == request->plies && last->side == request->side &&
           last->lines == request->lines && last->seed == request->seed &&
           last->library == request->library &&
           strcmp(last->agent, request->agent) == 0 &&
           records_agree(last->record, request->record, request->plies) &&
           settings_equal(last->settings, request->settings, &screen_group);
}

bool adviser_take(struct adviser *adviser)
{
    bool was_busy = adviser_is_busy(adviser);
    if (was_busy) {
        pthread_mutex_lock(&adviser->lock);
        if (adviser->reported == adviser->asked)
            adviser->advice = adviser->so_far;
        pthread_mutex_unlock(&adviser->lock);
    }
    if (!latest_job_take(&adviser->jobs) || !was_busy)
        return false;
    const struct advice_job *answered = (const struct advice_job *)adviser->jobs.done;
    adviser->error = answered->error;
    adviser->state = answered->status ? ADVICE_FAILED : ADVICE_DONE;
    if (!answered->status)
        adviser->advice = answered->advice;
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
        adviser->state = ADVICE_STOPPED;
}

void adviser_forget(struct adviser *adviser)
{
    adviser_hurry(adviser);
    adviser->state = ADVICE_NONE;
}
