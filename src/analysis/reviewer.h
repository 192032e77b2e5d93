/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reviews for a screen, made on a worker's thread, in two steps: first the game as both seats saw it, which
 * takes a part of a second, then the whole review with all moves judged. All functions must be called by the
 * screen's thread. */
#ifndef VEDETTE_ANALYSIS_REVIEWER_H
#define VEDETTE_ANALYSIS_REVIEWER_H

#include "analysis/review.h"
#include "base/latest_job.h"

struct reviewer {
    struct latest_job jobs;
    struct review outline;   /* the first step, while the second one runs; plies 0: none */
    unsigned number;         /* number of reviews that were begun, which names the last one */
    bool stored;             /* reviewer_keep has tried to write the last review */
};

/* Initialises an idle reviewer; `wake` is rung when a review is finished. reviewer_free cancels a running
 * job and waits for it. */
void reviewer_init(struct reviewer *reviewer, const struct wake *wake);
void reviewer_free(struct reviewer *reviewer);

/* Requests a review, unless the last request is equal (same game and settings). If `worlds` is 0, or its file
 * keeps the judged moves, only the first step is made. Ignores `outline` of the request. */
void reviewer_request(struct reviewer *reviewer, const struct review_request *request);

/* Fetches a result. Returns whether a step of the last request has finished. */
bool reviewer_poll(struct reviewer *reviewer);

/* Writes the last review to a file that keeps it (review_keep). Does nothing if it is not judged, was read
 * from its file, or reviewer_keep was called since. Errors as review_keep; STATUS_OK if there is nothing to
 * do. */
enum status reviewer_keep(struct reviewer *reviewer, const char *path, struct error *error);

/* Cancels the running review. */
void reviewer_stop(struct reviewer *reviewer);

/* Returns whether a step is pending. */
bool reviewer_is_busy(const struct reviewer *reviewer);
/* Returns which share of the moves is judged, 0 .. 1. */
double reviewer_progress(const struct reviewer *reviewer);

/* Returns the last review; while the second step runs, that of the first step (review->judged is false). NULL
 * if it is not finished or has failed: *error (may be NULL) is then set. Valid until the next call of a
 * function above. */
const struct review *reviewer_result(const struct reviewer *reviewer, struct error *error);

#endif
