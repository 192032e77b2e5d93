/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small random value for each move, so that one of several equal moves is chosen by chance (De Boer 2007,
 * 5.6.1). For weak players, random moves are also excluded as not seen. */
#include "plan/plans.h"

enum { WEIGHT, MAX, OVERLOOKS, OPTIONS };

/* Points that no sum of other plans outweighs: a move that is not seen is only played if no move is seen. */
#define NOT_SEEN (-10000.0)

static const struct option rows[OPTIONS] = {
    [WEIGHT] = PLAN_WEIGHT(1),
    [MAX] = {"max", OPTION_NUMBER, 0, 1000, 1, NULL, "points",
             "each move gets a random number of points between 0 and this", "De Boer 2007, 5.6.1", "most"},
    [OVERLOOKS] = {"overlooks", OPTION_NUMBER, 0, 1, 0, NULL, "of all moves",
                   "a player that overlooks moves: the probability that one is not seen",
                   "ours, for weak levels"},
};

/* Gives each move a random value between 0 and `max`. With the probability `overlooks` excludes the move. */
static bool evaluate_random(const struct plan_context *context, const double *option, int subject,
                            double *value)
{
    (void)subject;
    for (int i = 0; i < context->count; i++) {
        value[i] = rng_unit(context->rng) * option[MAX];
        plan_explain(context, i, value[i], "has a random bonus");
        /* If `overlooks` is 0, no further random number is drawn, so that choices stay the same. */
        if (option[OVERLOOKS] > 0 && rng_unit(context->rng) < option[OVERLOOKS]) {
            value[i] += NOT_SEEN;
            plan_explain(context, i, NOT_SEEN, "is overlooked");
        }
    }
    return true;
}

const struct plan_kind plan_random = {
    .name = "Random", .column = "Rand",
    .words = "chance",
    .help = "chooses by chance among moves that are about equal",
    .tier = PLAN_GENERAL, .subject = SUBJECT_GAME,
    .options = {"plan_random", "the plan Random: chance among equal moves", rows, OPTIONS},
    .evaluate = evaluate_random,
};
