/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two parts of review_make. Both return STATUS_NO if watch->stop was set. */
#ifndef VEDETTE_ANALYSIS_REVIEW_PARTS_H
#define VEDETTE_ANALYSIS_REVIEW_PARTS_H

#include "analysis/review.h"

/* Plays the game from each seat whose ranks are known, and fills in everything but the judged moves. The
 * arrays of the review must exist. */
enum status review_follow(struct review *review, const struct review_request *request,
                          struct analysis_watch *watch, struct error *error);

/* Judges the moves of both seats by rollouts: review->moves in their order. Needs review_follow. Adds to
 * watch->done for each move (`watch` may be NULL). */
enum status review_judge(struct review *review, const struct review_request *request,
                         struct analysis_watch *watch, struct error *error);

#endif
