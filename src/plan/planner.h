/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The planner: adds up what all plans say of each legal move (De Boer 2007, 5.2.1). */
#ifndef VEDETTE_PLAN_PLANNER_H
#define VEDETTE_PLAN_PLANNER_H

#include "plan/plan.h"

/* Its own options: group "planner". */
extern const struct option_group planner_group;

/* The numbers of all plans; only read while planning. */
struct planner {
    double scale;        /* points for a value of 1 */
    double **option;     /* for each row of plan_kind_table its options' values */
};

/* Takes the numbers from `settings`, which must have the groups of the planner and of all plans. Again on
 * a planner in use: it takes the new numbers. planner_free gives all back; all zero may be freed. */
void planner_init(struct planner *planner, const struct settings *settings);
void planner_free(struct planner *planner);

/* Fills the context of its plans: plan_context_update by its scale. */
void planner_context(const struct planner *planner, const struct view *view, const struct worth *worth,
                     const double (*enemy_p)[RANKS], const double (*own_p)[RANKS], struct rng *rng,
                     struct plan_context *context);

/* One column: a plan's instance that is active. */
struct plan_column {
    const struct plan_kind *kind;
    int subject;         /* as the plan was given it */
    double *value;       /* for each move, with the weight */
};

/* What all plans say: a row a move, a column an active instance. Start with all zero. */
struct plan_table {
    int moves, columns;
    struct plan_column *column;
    double *total;       /* for each move */
    double *values;      /* what the columns point into */
    size_t column_capacity, total_capacity, value_capacity;
};

/* Evaluates all plans and returns the index of the move with the highest total, the first of equal ones;
 * -1 where there is no move. `total` has room for context->count numbers. */
int planner_choose(const struct planner *planner, const struct plan_context *context,
                   double *total);

/* The same, and keeps every column. plan_table_free gives its memory back. */
int planner_table(const struct planner *planner, const struct plan_context *context,
                  struct plan_table *table);
void plan_table_free(struct plan_table *table);

/* Appends, a line an active instance that gives move `move` a value, the value and why: what the plan tells
 * (plan_explain), and behind it the weight by which its points come to the value, " (x 1.3)", where that is
 * not 1. It evaluates anew: for the same values the context's rng must stand where it stood then. */
void planner_explain(const struct planner *planner, struct plan_context *context, int move,
                     struct text *out);

/* Writes "ICap", "TDef d4", "Seek X", "Lane a-b": the head of an instance's column. Returns `text`. */
enum { PLAN_HEAD = 16 };
char *plan_head(const struct plan_context *context, const struct plan_kind *kind, int subject,
                char text[PLAN_HEAD]);

/* The same in words: "attack", "out of danger d4", "search X", "lane held a-b". Returns `text`. */
enum { PLAN_IN_WORDS = PLAN_WORDS + PLAN_HEAD };
char *plan_in_words(const struct plan_context *context, const struct plan_kind *kind, int subject,
                    char text[PLAN_IN_WORDS]);

#endif
