/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reviews for a screen, made on a worker's thread. All functions must be called by the screen's thread. */
#ifndef VEDETTE_ANALYSIS_REVIEWER_H
#define VEDETTE_ANALYSIS_REVIEWER_H

#include "analysis/review.h"
#include "base/latest_job.h"

struct reviewer {
    struct latest_job jobs;
};

/* Initialises an idle reviewer; `wake` is rung when a review is finished. reviewer_free cancels a running
 * job and waits for it. */
void reviewer_init(struct reviewer *reviewer, const struct wake *wake);
void reviewer_free(struct reviewer *reviewer);

/* Requests a review, unless the last request is equal (same game and settings). */
void reviewer_request(struct reviewer *reviewer, const struct review_request *request);

/* Fetches a result; true if it belongs to the last request. */
bool reviewer_poll(struct reviewer *reviewer);

/* Cancels the running review. */
void reviewer_stop(struct reviewer *reviewer);

/* Whether a review is pending. */
bool reviewer_is_busy(const struct reviewer *reviewer);
/* Returns which share of the game is done, 0 .. 1. */
double reviewer_progress(const struct reviewer *reviewer);

/* Returns the last review. NULL: not finished, or failed: then *error (may be NULL) is set. */
const struct review *reviewer_result(const struct reviewer *reviewer, struct error *error);

#endif
