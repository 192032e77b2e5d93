/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The planner: sums the points of all plans for each legal move (De Boer 2007, 5.2.1). */
#ifndef VEDETTE_PLAN_PLANNER_H
#define VEDETTE_PLAN_PLANNER_H

#include "plan/plan.h"

/* The planner's own options: group "planner". */
extern const struct option_group planner_group;

/* The option values of all plans; only read while planning. */
struct planner {
    double scale;        /* points for a value of 1 */
    double **option;     /* [row of plan_kind_table][option]: the value */
};

/* Reads the option values from `settings`, which must have the groups of the planner and of all plans.
 * `planner` is all zero or was initialised before; its old values are replaced. planner_free frees its
 * memory; an all-zero planner may be freed too. */
void planner_init(struct planner *planner, const struct settings *settings);
void planner_free(struct planner *planner);

/* Computes the context of the plans: plan_context_update with the planner's scale. */
void planner_context(const struct planner *planner, const struct view *view, const struct worth *worth,
                     const double (*enemy_p)[RANKS], const double (*own_p)[RANKS], struct rng *rng,
                     struct plan_context *context);

/* One column of the table: an active instance of a plan. */
struct plan_column {
    const struct plan_kind *kind;
    int subject;         /* the subject of the instance (enum plan_subject) */
    double *value;       /* points of each move, times the weight */
};

/* The points of all plans: one row per move, one column per active instance. Must be all zero before its
 * first use. */
struct plan_table {
    int moves, columns;
    struct plan_column *column;
    double *total;       /* sum of each move's row */
    double *values;      /* memory of all columns' values */
    size_t column_capacity, total_capacity, value_capacity;
};

/* Evaluates all plans and returns the index of the move with the highest total, or of the first of several.
 * Returns -1 if there is no move. Writes each move's total to total[0 .. context->count - 1]. */
int planner_choose(const struct planner *planner, const struct plan_context *context, double *total);

/* Chooses as planner_choose does, and stores every column in `table`. plan_table_free frees its memory. */
int planner_table(const struct planner *planner, const struct plan_context *context,
                  struct plan_table *table);
void plan_table_free(struct plan_table *table);

/* Appends one line for each active instance that gives the move with index `move` points. A line has the
 * points, the plan's reason (plan_explain) and, if it is not 1, the plan's weight, such as " (x 1.3)".
 * Evaluates all plans again: the result agrees with an earlier evaluation only if the context's rng has the
 * same state as before it. */
void planner_explain(const struct planner *planner, struct plan_context *context, int move, struct text *out);

/* Fills *explanation, which is all zero, with the reasons that planner_explain writes, in the same order. The
 * caller frees its `list`. */
void planner_reasons(const struct planner *planner, struct plan_context *context, int move,
                     struct plan_explanation *explanation);

enum { PLAN_HEAD = 16 };
/* Writes the heading of an instance's column: "ICap", "TDef d4", "Seek X", "Lane a-b". Returns `text`. */
char *plan_head(const struct plan_context *context, const struct plan_kind *kind, int subject,
                char text[PLAN_HEAD]);

enum { PLAN_IN_WORDS = PLAN_WORDS + PLAN_HEAD };
/* Writes the heading in plain words: "attack", "out of danger d4", "search X", "lane held a-b". Returns
 * `text`. */
char *plan_in_words(const struct plan_context *context, const struct plan_kind *kind, int subject,
                    char text[PLAN_IN_WORDS]);

#endif
