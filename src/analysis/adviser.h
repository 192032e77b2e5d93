/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Advice for a screen, made on a thread of its own: it shows what there is so far, and can be hurried and
 * stopped. Only the last request counts. All functions belong to the screen's thread. */
#ifndef VEDETTE_ANALYSIS_ADVISER_H
#define VEDETTE_ANALYSIS_ADVISER_H

#include "analysis/advice.h"
#include "base/latest_job.h"

enum advice_state {
    ADVICE_NONE,                 /* none was requested */
    ADVICE_THINKING,             /* what there is comes from an agent that goes on thinking */
    ADVICE_DONE,                 /* the final advice */
    ADVICE_STOPPED,              /* it was stopped there */
    ADVICE_FAILED,               /* there is none: `error` says why */
};

struct adviser {
    struct latest_job jobs;
    enum advice_state state;
    const struct advice_request *request; /* the last one, with copies of what it is about; NULL: none yet */
    uint64_t asked;              /* number of its job */
    struct advice advice;        /* what is known of its answer */
    struct error error;
    pthread_mutex_t lock;        /* of what follows, which the worker's thread fills */
    uint64_t reported;           /* number of the job that the next is from; 0: none */
    struct advice so_far;
};

/* An idle adviser; `wake` is rung as the advice grows, and when it is final. adviser_free stops what is under
 * way and waits for it. */
void adviser_init(struct adviser *adviser, const struct wake *wake);
void adviser_free(struct adviser *adviser);

/* Requests advice. What is being thought out for another request is given up. */
void adviser_ask(struct adviser *adviser, const struct advice_request *request);

/* Whether that is the last request. */
bool adviser_is_about(const struct adviser *adviser, const struct advice_request *request);

/* Takes what is done or reported; true where the last request has become final or failed. */
bool adviser_take(struct adviser *adviser);

bool adviser_is_busy(const struct adviser *adviser);

/* hurry: the best so far becomes the final advice; stop: no final advice comes, but what was found stays;
 * forget: that goes too. */
void adviser_hurry(struct adviser *adviser);
void adviser_stop(struct adviser *adviser);
void adviser_forget(struct adviser *adviser);

#endif
