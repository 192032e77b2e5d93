/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Advice for a screen, made on a thread of its own: it shows what there is so far, can be told to answer
 * now, and stopped. What was asked last counts. All functions belong to the screen's thread. */
#ifndef VEDETTE_ANALYSIS_ADVISER_H
#define VEDETTE_ANALYSIS_ADVISER_H

#include "analysis/advice.h"
#include "base/worker.h"

enum advice_state {
    ADVICE_NONE,                 /* nothing is asked */
    ADVICE_THINKING,             /* what there is comes from an agent that goes on thinking */
    ADVICE_DONE,                 /* the answer */
    ADVICE_STOPPED,              /* it was stopped there */
    ADVICE_FAILED,               /* there is none: `error` says why */
};

struct adviser {
    struct worker worker;
    enum advice_state state;
    struct record record;        /* what was asked last: copies */
    struct settings settings;
    struct advice_request request;
    char agent[sizeof ((struct agent *)0)->name];
    uint64_t asked;              /* number of that question */
    struct advice advice;        /* what is known of its answer */
    struct error error;
    pthread_mutex_t lock;        /* of what follows, which the worker's thread fills */
    uint64_t told;               /* number of the question that is about; 0: nothing new */
    struct advice so_far;
};

/* An adviser who has not been asked; `wake` is rung as an answer grows, and when it is there. adviser_free
 * stops what is under way and waits for it. */
void adviser_init(struct adviser *adviser, const struct wake *wake);
void adviser_free(struct adviser *adviser);

/* Asks, whatever was asked before. What is being thought out of anything else is given up. */
void adviser_ask(struct adviser *adviser, const struct advice_request *request);

/* Whether that is what was asked last. */
bool adviser_is_about(const struct adviser *adviser, const struct advice_request *request);

/* Takes what has come; true where the answer to what was asked last is there now, or there is none. */
bool adviser_take(struct adviser *adviser);

bool adviser_is_busy(const struct adviser *adviser);

/* It shall answer now, with the best so far; stop: it shall not answer, but what it found stays; forget: that
 * too goes. */
void adviser_hurry(struct adviser *adviser);
void adviser_stop(struct adviser *adviser);
void adviser_forget(struct adviser *adviser);

#endif
