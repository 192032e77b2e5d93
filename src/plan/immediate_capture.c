/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The expected profit of attacks (De Boer 2007, 5.4.1). Only this plan gives points for a capture itself;
 * other plans judge the square on which the piece then stands. */
#include "plan/plan_common.h"
#include "plan/plans.h"
#include "plan/profit.h"

#include <math.h>
#include <stdio.h>

enum { WEIGHT, PESSIMISM, WIN, CERTAIN, AHEAD, OPTIONS };

static const struct option rows[OPTIONS] = {
    [WEIGHT] = PLAN_WEIGHT(1),
    [PESSIMISM] = {"pessimism", OPTION_NUMBER, 0, 10, 1.2, NULL, "times",
                   "factor on a loss where the rank of the attacked piece is not known",
                   "De Boer 2007, 5.4.1, without a figure"},
    [WIN] = {"win", OPTION_NUMBER, 0, 100000, 1000, NULL, "points",
             "points for taking the flag, or the last enemy piece that can move; as many are taken off for "
             "losing the last own one",
             ""},
    [CERTAIN] = {"certain", OPTION_NUMBER, 0.5, 1, 0.999, NULL, "probability",
                 "an attack counts as winning or losing the game from this probability on", ""},
    [AHEAD] = {"ahead", OPTION_NUMBER, 0, 10, 0, NULL, "times",
               "added to `pessimism` for each time that the side is stronger than the enemy, at most two: "
               "a side far ahead does not gamble",
               ""},
};

/* Explains an attack: its odds by the belief, the mean gain and price, and what pessimism takes away. */
static void explain_attack(const struct plan_context *context, int index, const struct profit *profit)
{
    const struct plan_move *move = &context->moves[index];
    double risk = profit->gain - profit->price - profit->total;
    char words[PLAN_ATTACK], reduction[64] = "";
    if (fabs(risk) > 0.005)
        snprintf(reduction, sizeof reduction, ", %.2f %s for the risk", fabs(risk),
                 risk > 0 ? "less" : "more");
    plan_explain(context, index, profit->total, "%s|, gains %.2f and loses %.2f on average%s",
                 plan_attack_words(context, move, true, words), profit->gain, profit->price, reduction);
}

/* Gives each attack its expected profit, and a bonus or a malus if it wins or loses the game. */
static bool evaluate_immediate_capture(const struct plan_context *context, const double *option, int subject,
                                       double *value)
{
    /* How often a loss counts: more often for the side that is ahead. */
    double lead = plan_state(context) - 1;
    double pessimism = option[PESSIMISM] + (lead > 0 ? option[AHEAD] * fmin(lead, 2) : 0);
    (void)subject;
    for (int i = 0; i < context->count; i++) {
        const struct plan_move *move = &context->moves[i];
        if (!plan_attacks(context, i))
            continue;
        struct profit profit = plan_profit(context, move->piece, move->victim, pessimism);
        value[i] = profit.total;
        if (context->explanation)
            explain_attack(context, i, &profit);
        if (plan_chance_to_win(context, move) >= option[CERTAIN]) {
            value[i] += option[WIN];
            plan_explain(context, i, option[WIN], "wins the game");
        } else if (plan_chance_to_lose(context, move) >= option[CERTAIN]) {
            value[i] -= option[WIN];
            plan_explain(context, i, -option[WIN], "loses the game: no other piece can move");
        }
    }
    return true;
}

const struct plan_kind plan_immediate_capture = {
    .name = "ImmediateCapture", .column = "ICap",
    .words = "attack",
    .help = "attacks where that pays",
    .tier = PLAN_TACTICAL, .subject = SUBJECT_GAME,
    .options = {"plan_immediate_capture",
                "the plan ImmediateCapture: the expected profit of attacks", rows, OPTIONS},
    .evaluate = evaluate_immediate_capture,
};
