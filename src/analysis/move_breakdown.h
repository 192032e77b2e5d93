/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the plans say of one move: its total, its place among all moves, and a line for each plan's instance
 * that gives it a value. */
#ifndef VEDETTE_ANALYSIS_MOVE_BREAKDOWN_H
#define VEDETTE_ANALYSIS_MOVE_BREAKDOWN_H

#include "base/text.h"
#include "plan/planner.h"

enum { BREAKDOWN_LINES = 64 };

struct move_breakdown {
    struct move move;
    bool attack;
    double total;                  /* points, of all plans */
    bool overlooked;               /* by a player who does not see all moves: of its points so many are taken
                                    * that they tell nothing; its first line, "overlooked", is these */
    int place, of;                 /* it is number `place`, from 1, of `of` moves; equal ones share it */
    int count;                     /* of the lines, by falling weight: the heaviest of them */
    struct { char head[PLAN_HEAD], words[PLAN_IN_WORDS]; double value; } line[BREAKDOWN_LINES];
};

/* That of move number `move` of a table. */
void move_breakdown_make(struct move_breakdown *breakdown, const struct plan_context *context,
                         const struct plan_table *table, int move);

/* The line of the highest value: what speaks for the move most or, where nothing does, against it least. -1
 * where no plan says anything. */
int move_breakdown_highest(const struct move_breakdown *breakdown);

/* The reason in the line that begins with a head, without head and value, and its bytes; `lines` is what
 * analysis_explain tells of a move. NULL: there is no such line. */
const char *reason_find(const char *lines, const char *head, size_t *size);

/* Appends that line in words, with what all others make: "attack: gains 35.01 and loses 20.10 on average,
 * +12.66; all else -8.79". `lines` is what analysis_explain tells of the move. Nothing where no
 * plan says anything. */
void move_breakdown_reason(const struct move_breakdown *breakdown, const char *lines, struct text *out);

#endif
