/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plans' points of one move: its total, its place among all moves, and a line for each instance of a
 * plan that gives it points. */
#ifndef VEDETTE_ANALYSIS_MOVE_BREAKDOWN_H
#define VEDETTE_ANALYSIS_MOVE_BREAKDOWN_H

#include "base/text.h"
#include "plan/planner.h"

enum { BREAKDOWN_LINES = 64 };  /* max lines */

/* The points of one move. */
struct move_breakdown {
    struct move move;
    bool attack;
    double total;                  /* points, of all plans */
    bool overlooked;               /* the player overlooks some moves, this one too: its first line
                                    * subtracts so many points that its total has no meaning */
    int place, of;                 /* its place, from 1, among `of` moves; equal ones share a place */
    int count;                     /* number of lines; they have the largest absolute points, in descending
                                    * order */
    struct { char head[PLAN_HEAD], words[PLAN_IN_WORDS]; double value; } line[BREAKDOWN_LINES];
};

/* Computes the breakdown of move number `move` of a table. */
void move_breakdown_make(struct move_breakdown *breakdown, const struct plan_context *context,
                         const struct plan_table *table, int move);

/* Finds the line of `lines` (from analysis_explain) that begins with a head. Returns the reason in it,
 * without head and points, and its bytes in *size. NULL if there is no such line. */
const char *reason_find(const char *lines, const char *head, size_t *size);

#endif
