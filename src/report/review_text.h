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

/* Returns whether a side's sum and moves are shown: it is the seat or both are, and it was evaluated. */
bool review_shows(const struct review_view *view, enum side side);

/* Appends a graph of the seat's chance to win over the game; the top row is the largest lead. */
void review_graph(const struct review_view *view, struct text *out);

/* A part of the sums: its name and, in per cent, rounded to one decimal so that the parts add up, its value
 * for each side that is shown. */
struct review_row {
    const char *name;
    double part[SIDES];
    bool is_chance;              /* the first and the last row are chances, the others are changes */
};
enum { REVIEW_ROWS = 6 };
void review_rows(const struct review_view *view, struct review_row rows[REVIEW_ROWS]);
extern const char review_sums_note[]; /* why the numbers of both sides need not add up to 100 */

/* Appends the other pieces that a swing cost: "; also lost from 10. to 13.: red's captain". Appends nothing
 * if there are none. */
void review_turn_losses(const struct review_view *view, const struct review_turn *turn, struct text *out);

/* Appends how many moves of a side got each grade, and their mean cost: "red: 1 blunder, .. 0.31 points a
 * move". */
void review_counts(const struct review_view *view, enum side side, struct text *out);

/* Appends the review: the players' line is the caller's. */
void review_text(const struct review_view *view, struct text *out);

/* Adds the review as an object. */
void review_json(const struct review_view *view, struct json *json);

#endif
