/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reviews for a screen, made on a thread of their own. All functions belong to the screen's thread. */
#ifndef VEDETTE_ANALYSIS_REVIEWER_H
#define VEDETTE_ANALYSIS_REVIEWER_H

#include "analysis/review.h"
#include "base/worker.h"

struct review_job;

struct reviewer {
    struct worker worker;
    struct review_job *asked;    /* what was asked last; NULL: nothing was, or its answer is there */
    struct review_job *answered; /* the last answer, or NULL */
};

/* A reviewer who has not been asked; `wake` is rung when an answer is there. reviewer_free stops what is
 * under way and waits for it. */
void reviewer_init(struct reviewer *reviewer, const struct wake *wake);
void reviewer_free(struct reviewer *reviewer);

/* Asks, unless the last answer is about the same game by the same settings, or is being made. */
void reviewer_ask(struct reviewer *reviewer, const struct review_request *request);

/* Takes what has come; true where the answer to what was asked last is there now. */
bool reviewer_take(struct reviewer *reviewer);

/* Gives up what is being made: nobody wants it any more. */
void reviewer_stop(struct reviewer *reviewer);

bool reviewer_is_busy(const struct reviewer *reviewer);
double reviewer_progress(const struct reviewer *reviewer); /* 0 .. 1 */

/* The answer; NULL: it is not there, or there is none, and then `error` (may be NULL) says why. */
const struct review *reviewer_answer(const struct reviewer *reviewer, struct error *error);

#endif
