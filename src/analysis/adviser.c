/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/adviser.h"

#include "agent/screen_option.h"
#include "base/memory.h"
#include "play/moment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A question on its way through the worker, with its own copies of what it is about. */
struct seeking {
    struct job job;
    struct adviser *adviser;
    double rung;
    struct advice_request request;
    struct record record;
    struct settings settings;
    char agent[sizeof ((struct agent *)0)->name];
    struct advice *advice;
    enum status status;
    struct error error;
};

static void drop(struct job *job)
{
    struct seeking *seeking = (struct seeking *)job;
    record_clear(&seeking->record);
    settings_free(&seeking->settings);
    free(seeking->advice);
    free(seeking);
}

static void take_report(void *context, const struct advice *so_far)
{
    struct seeking *seeking = context;
    struct adviser *adviser = seeking->adviser;
    pthread_mutex_lock(&adviser->lock);
    adviser->so_far = *so_far;
    adviser->told = seeking->job.number;
    pthread_mutex_unlock(&adviser->lock);
    wake_ring_seldom(adviser->worker.wake, &seeking->rung);
}

static void run(struct job *job)
{
    struct seeking *seeking = (struct seeking *)job;
    const struct advice_watch watch = {.stop = &job->stop, .report = take_report, .context = seeking};
    seeking->status = advice_make(seeking->advice, &seeking->request, &watch, &seeking->error);
}

void adviser_init(struct adviser *adviser, const struct wake *wake)
{
    *adviser = (struct adviser){.state = ADVICE_NONE};
    worker_init(&adviser->worker, wake);
    record_clear(&adviser->record);
    pthread_mutex_init(&adviser->lock, NULL);
}

void adviser_free(struct adviser *adviser)
{
    worker_free(&adviser->worker, drop);
    record_clear(&adviser->record);
    settings_free(&adviser->settings);
    pthread_mutex_destroy(&adviser->lock);
}

/* Copies a request, with all that it is about, to where it is to stay. */
static void keep(struct advice_request *to, struct record *record, struct settings *settings,
                 char agent[sizeof ((struct agent *)0)->name], const struct advice_request *from)
{
    record_copy(record, from->record);
    settings_free(settings);
    settings_copy(settings, from->settings);
    snprintf(agent, sizeof ((struct agent *)0)->name, "%s", from->agent);
    *to = *from;
    to->record = record;
    to->settings = settings;
    to->agent = agent;
}

void adviser_ask(struct adviser *adviser, const struct advice_request *request)
{
    worker_stop(&adviser->worker);
    struct seeking *seeking = memory_new(1, sizeof *seeking);
    seeking->job.run = run;
    seeking->adviser = adviser;
    seeking->advice = memory_new(1, sizeof *seeking->advice);
    keep(&seeking->request, &seeking->record, &seeking->settings, seeking->agent, request);
    keep(&adviser->request, &adviser->record, &adviser->settings, adviser->agent, request);
    adviser->advice = (struct advice){.move = MOVE_NONE, .progress.best = MOVE_NONE};
    adviser->error = (struct error){0};
    adviser->state = ADVICE_THINKING;
    adviser->asked = worker_post(&adviser->worker, &seeking->job);
}

bool adviser_is_about(const struct adviser *adviser, const struct advice_request *request)
{
    const struct advice_request *last = &adviser->request;
    return adviser->state != ADVICE_NONE && last->plies == request->plies && last->side == request->side &&
           last->lines == request->lines && last->seed == request->seed &&
           last->library == request->library &&
           strcmp(last->agent, request->agent) == 0 &&
           moment_is_same(last->record, request->record, request->plies) &&
           settings_equal(last->settings, request->settings, &screen_group);
}

/* Takes the answer to what was asked last. */
static void take_answer(struct adviser *adviser, const struct seeking *seeking)
{
    adviser->error = seeking->error;
    adviser->state = seeking->status ? ADVICE_FAILED : ADVICE_DONE;
    if (!seeking->status)
        adviser->advice = *seeking->advice;
}

bool adviser_take(struct adviser *adviser)
{
    struct seeking *seeking;
    bool was_busy = adviser_is_busy(adviser);
    if (was_busy) {
        pthread_mutex_lock(&adviser->lock);
        if (adviser->told == adviser->asked)
            adviser->advice = adviser->so_far;
        pthread_mutex_unlock(&adviser->lock);
    }
    while ((seeking = (struct seeking *)worker_take(&adviser->worker))) {
        if (adviser_is_busy(adviser) && seeking->job.number == adviser->asked)
            take_answer(adviser, seeking);
        drop(&seeking->job);
    }
    return was_busy && !adviser_is_busy(adviser);
}

bool adviser_is_busy(const struct adviser *adviser)
{
    return adviser->state == ADVICE_THINKING;
}

void adviser_hurry(struct adviser *adviser)
{
    if (adviser_is_busy(adviser))
        worker_stop(&adviser->worker);
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
