/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The expected profit of attacks (De Boer 2007, 5.4.1). Alone to value captures as such; where the
 * piece ends up is for others. */
#include "plan/plans.h"
#include "plan/profit.h"

#include <math.h>

enum { WEIGHT, PESSIMISM, WIN, CERTAIN, OPTIONS };

static const struct option rows[OPTIONS] = {
    [WEIGHT] = {"weight", OPTION_NUMBER, 0, 100, 1, NULL, "times", "of the plan; 0 switches it off",
                ""},
    [PESSIMISM] = {"pessimism", OPTION_NUMBER, 0, 10, 1.2, NULL, "times",
                   "a bad result counts so often where the enemy's rank is not known",
                   "De Boer 2007, 5.4.1, without a figure"},
    [WIN] = {"win", OPTION_NUMBER, 0, 100000, 1000, NULL, "points",
             "for taking the flag, or the last piece that can move", ""},
    [CERTAIN] = {"certain", OPTION_NUMBER, 0.5, 1, 0.999, NULL, "probability",
                 "from this on it is taken as won", ""},
};

const struct option_group plan_immediate_capture_group = {
    "plan_immediate_capture", "the plan ImmediateCapture: the expected profit of attacks", rows, OPTIONS,
};

/* The probability that taking the piece ends the game: it is the flag, or the attacker beats it and
 * nothing else of the enemy can move. */
static double wins_game(const struct plan_context *context, const struct plan_move *move)
{
    const struct plan_man *victim = &context->man[move->victim];
    bitboard others = context->foe_mobile & ~bit(victim->square);
    if (others)
        return victim->p[FLAG];
    const struct plan_odds *odds = plan_odds(context, context->man[move->piece].rank, move->victim);
    return odds->wins; /* all its ranks that move, and the flag */
}

/* "taking f6 brings 28.82 and costs 28.20, its risk 4.92 more": the mean, and what pessimism makes of it. */
static void tell_profit(const struct plan_context *context, int move, const struct profit *profit)
{
    char square[SQUARE_TEXT];
    double feared = profit->gain - profit->price - profit->total;
    if (!context->told)
        return;
    square_write(context->moves[move].move.to, context->notation, square);
    if (fabs(feared) > 0.005)
        plan_tell(context, move, profit->total, "taking %s brings %.2f and costs %.2f, its risk %.2f %s",
                  square, profit->gain, profit->price, fabs(feared), feared > 0 ? "more" : "less");
    else
        plan_tell(context, move, profit->total, "taking %s brings %.2f and costs %.2f", square,
                  profit->gain, profit->price);
}

static bool evaluate(const struct plan_context *context, const double *option, int subject,
                     double *value)
{
    bool any = false;
    (void)subject;
    for (int i = 0; i < context->count; i++) {
        const struct plan_move *move = &context->moves[i];
        if (!plan_attacks(context, i))
            continue;
        struct profit profit = plan_profit(context, move->piece, move->victim, option[PESSIMISM]);
        value[i] = profit.total;
        tell_profit(context, i, &profit);
        if (wins_game(context, move) >= option[CERTAIN]) {
            value[i] += option[WIN];
            plan_tell(context, i, option[WIN], "wins the game");
        }
        any = true;
    }
    return any;
}

const struct plan_kind plan_immediate_capture = {
    .name = "ImmediateCapture",
    .column = "ICap",
    .help = "attacks where that pays",
    .tier = PLAN_TACTICAL,
    .subject = SUBJECT_GAME,
    .options = &plan_immediate_capture_group,
    .evaluate = evaluate,
};
