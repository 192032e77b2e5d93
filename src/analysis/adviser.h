/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Advice for a screen, made on a worker's thread: the advice so far can be shown, and the agent can be
 * hurried and stopped. Only the last request counts. All functions must be called by the screen's thread. */
#ifndef VEDETTE_ANALYSIS_ADVISER_H
#define VEDETTE_ANALYSIS_ADVISER_H

#include "analysis/advice.h"
#include "base/latest_job.h"

enum advice_state {
    ADVICE_NONE,                 /* none was requested */
    ADVICE_THINKING,             /* there may be advice so far; the agent is thinking */
    ADVICE_DONE,                 /* the final advice */
    ADVICE_STOPPED,              /* stopped; the advice so far stays */
    ADVICE_FAILED,               /* see `error` */
};

struct adviser {
    struct latest_job jobs;
    enum advice_state state;
    const struct advice_request *request; /* the last one, with its own copies; NULL: none yet */
    uint64_t requested_job;               /* number of its job */
    struct advice advice;                 /* for the last request, as far as polled */
    struct error error;
    pthread_mutex_t lock;        /* guards the members below, which the worker's thread sets */
    uint64_t reported;           /* number of the job of `so_far`; 0: none */
    struct advice so_far;
};

/* Initialises an idle adviser; `wake` is rung at each report and at the end. adviser_free stops a running
 * job and waits for it. */
void adviser_init(struct adviser *adviser, const struct wake *wake);
void adviser_free(struct adviser *adviser);

/* Requests advice. A job for another request is stopped, and its result dropped. */
void adviser_request(struct adviser *adviser, const struct advice_request *request);

/* Returns whether a request equals the last one. */
bool adviser_is_last_request(const struct adviser *adviser, const struct advice_request *request);

/* Fetches results from the worker's thread: the advice so far, or the final one. Returns whether the last
 * request has just finished or failed. */
bool adviser_poll(struct adviser *adviser);

/* Returns whether the advice is still being computed. */
bool adviser_is_busy(const struct adviser *adviser);

/* Makes the best move so far the final advice. */
void adviser_hurry(struct adviser *adviser);
/* Stops without final advice; the advice so far stays. */
void adviser_stop(struct adviser *adviser);
/* Stops and drops the advice. */
void adviser_forget(struct adviser *adviser);

#endif
