/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The expected profit of attacks (De Boer 2007, 5.4.1). The only plan that values captures as such; where the
 * piece then stands is for other plans. */
#include "plan/plan_common.h"
#include "plan/plans.h"
#include "plan/profit.h"

#include <math.h>

enum { WEIGHT, PESSIMISM, WIN, CERTAIN, AHEAD, OPTIONS };

static const struct option rows[OPTIONS] = {
    [WEIGHT] = {"weight", OPTION_NUMBER, 0, 100, 1, NULL, "times",
                "factor on all points of this plan; 0 switches it off", ""},
    [PESSIMISM] = {"pessimism", OPTION_NUMBER, 0, 10, 1.2, NULL, "times",
                   "factor on a loss where the rank of the attacked piece is not known",
                   "De Boer 2007, 5.4.1, without a figure"},
    [WIN] = {"win", OPTION_NUMBER, 0, 100000, 1000, NULL, "points",
             "points for taking the flag, or the last enemy piece that can move", ""},
    [CERTAIN] = {"certain", OPTION_NUMBER, 0.5, 1, 0.999, NULL, "probability",
                 "an attack counts as winning the game from this probability on", ""},
    [AHEAD] = {"ahead", OPTION_NUMBER, 0, 10, 0, NULL, "times",
               "added to `pessimism` for each time that the side is stronger than the enemy, at most two: "
               "who is far ahead does not gamble",
               ""},
};

const struct option_group plan_immediate_capture_group = {
    "plan_immediate_capture", "the plan ImmediateCapture: the expected profit of attacks", rows, OPTIONS,
};

/* The probability that taking the piece ends the game: it is the flag, or the attacker beats it and
 * nothing else of the enemy can move. */
static double wins_game(const struct plan_context *context, const struct plan_move *move)
{
    const struct plan_piece *victim = &context->piece[move->victim];
    bitboard others = context->foe_mobile & ~bit(victim->square);
    if (others)
        return victim->p[FLAG];
    const struct plan_odds *odds = plan_odds(context, context->piece[move->piece].rank, move->victim);
    return odds->wins; /* all its ranks that move, and the flag */
}

/* "taking f6 gains 28.82 and loses 28.20 on average, 4.92 less for the risk": the mean, and what pessimism
 * takes off it. */
static void explain_profit(const struct plan_context *context, int move, const struct profit *profit)
{
    char square[SQUARE_TEXT];
    double feared = profit->gain - profit->price - profit->total;
    if (!context->explanation)
        return;
    plan_square(context, context->moves[move].move.to, square);
    if (fabs(feared) > 0.005)
        plan_explain(context, move, profit->total,
                     "taking %s gains %.2f and loses %.2f on average, %.2f %s for the risk",
                     square, profit->gain, profit->price, fabs(feared), feared > 0 ? "less" : "more");
    else
        plan_explain(context, move, profit->total, "taking %s gains %.2f and loses %.2f on average", square,
                     profit->gain, profit->price);
}

/* How often a loss counts: more for who is ahead. */
static double pessimism(const struct plan_context *context, const double *option)
{
    double lead = plan_state(context) - 1;
    return option[PESSIMISM] + (lead > 0 ? option[AHEAD] * (lead < 2 ? lead : 2) : 0);
}

static bool evaluate(const struct plan_context *context, const double *option, int subject,
                     double *value)
{
    double feared = pessimism(context, option);
    bool any = false;
    (void)subject;
    for (int i = 0; i < context->count; i++) {
        const struct plan_move *move = &context->moves[i];
        if (!plan_attacks(context, i))
            continue;
        struct profit profit = plan_profit(context, move->piece, move->victim, feared);
        value[i] = profit.total;
        explain_profit(context, i, &profit);
        if (wins_game(context, move) >= option[CERTAIN]) {
            value[i] += option[WIN];
            plan_explain(context, i, option[WIN], "wins the game");
        }
        any = true;
    }
    return any;
}

const struct plan_kind plan_immediate_capture = {
    .name = "ImmediateCapture",
    .column = "ICap",
    .words = "attack",
    .help = "attacks where that pays",
    .tier = PLAN_TACTICAL,
    .subject = SUBJECT_GAME,
    .options = &plan_immediate_capture_group,
    .evaluate = evaluate,
};
