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

/* Returns whether a best move is brilliant: another choice costs enough, beyond the error of the cost. An
 * attack that lost its piece and took none (`lost`) must also have raised the side's chance beyond that
 * error. `account`: of the move; `cost`, `error`: shares of the chance, 0 .. 1. */
bool review_is_brilliant(const struct move_account *account, bool lost, double cost, double error);

#endif
