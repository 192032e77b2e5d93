/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A review as text of at most 79 columns, and as JSON. */
#ifndef VEDETTE_REPORT_REVIEW_TEXT_H
#define VEDETTE_REPORT_REVIEW_TEXT_H

#include "analysis/review.h"
#include "base/json.h"
#include "base/text.h"

/* What is shown of a review. */
struct review_view {
    const struct review *review;
    const struct record *record;
    const struct board *board;   /* of the end of the game, with its history */
    enum side seat;              /* whose chance it follows */
    bool both;                   /* whether the other side's sum and moves are shown, too */
    bool you;                    /* the seat is called "you" */
    size_t moves;                /* max number of graded moves in the text */
    enum notation notation;
};

/* Appends the review: the players' line is the caller's. */
void review_text(const struct review_view *view, struct text *out);

/* Adds the review as an object. */
void review_json(const struct review_view *view, struct json *json);

#endif
