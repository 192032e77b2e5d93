/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reviews for a screen, made on a thread of their own. All functions belong to the screen's thread. */
#ifndef VEDETTE_ANALYSIS_REVIEWER_H
#define VEDETTE_ANALYSIS_REVIEWER_H

#include "analysis/review.h"
#include "base/latest_job.h"

struct reviewer {
    struct latest_job jobs;
};

/* An idle reviewer; `wake` is rung when a review is there. reviewer_free stops what is under way and waits
 * for it. */
void reviewer_init(struct reviewer *reviewer, const struct wake *wake);
void reviewer_free(struct reviewer *reviewer);

/* Requests a review, unless the last one is of the same game by the same settings, or is being made. */
void reviewer_ask(struct reviewer *reviewer, const struct review_request *request);

/* Takes what is done; true where the review that was requested last is there now. */
bool reviewer_take(struct reviewer *reviewer);

/* Gives up the review that is being made. */
void reviewer_stop(struct reviewer *reviewer);

bool reviewer_is_busy(const struct reviewer *reviewer);
double reviewer_progress(const struct reviewer *reviewer); /* 0 .. 1 */

/* The review; NULL: it is not there, or it failed, and then `error` (may be NULL) says why. */
const struct review *reviewer_answer(const struct reviewer *reviewer, struct error *error);

#endif
