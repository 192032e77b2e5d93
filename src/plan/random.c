/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A low random value for each move, so that equal moves are chosen from by chance (De Boer 2007, 5.6.1). */
#include "plan/plans.h"

enum { WEIGHT, MOST, OPTIONS };

static const struct option rows[OPTIONS] = {
    [WEIGHT] = {"weight", OPTION_NUMBER, 0, 100, 1, NULL, "times",
                "factor on all points of this plan; 0 switches it off", ""},
    [MOST] = {"most", OPTION_NUMBER, 0, 1000, 1, NULL, "points",
              "each move gets a random number of points between 0 and this",
              "De Boer 2007, 5.6.1"},
};

const struct option_group plan_random_group = {
    "plan_random", "the plan Random: chance among equal moves", rows, OPTIONS,
};

static bool evaluate(const struct plan_context *context, const double *option, int subject,
                     double *value)
{
    (void)subject;
    for (int i = 0; i < context->count; i++) {
        value[i] = rng_unit(context->rng) * option[MOST];
        plan_explain(context, i, value[i], "a random bonus");
    }
    return true;
}

const struct plan_kind plan_random = {
    .name = "Random",
    .column = "Rand",
    .words = "chance",
    .help = "chooses by chance among moves that are about equal",
    .tier = PLAN_GENERAL,
    .subject = SUBJECT_GAME,
    .options = &plan_random_group,
    .evaluate = evaluate,
};
