/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Favours exchanges of equal pieces when ahead, and avoids them when behind (De Boer 2007, appendix C, game
 * 2: exchanging the colonels decides a game in which one leads in all ranks below). */
#include "base/plural.h"
#include "plan/plans.h"
#include "plan/plan_common.h"

enum { WEIGHT, STATE, SHARE, CERTAIN, OPTIONS };

static const struct option rows[OPTIONS] = {
    [WEIGHT] = PLAN_WEIGHT(1),
    [STATE] = {"state", OPTION_NUMBER, 1, 10, 1.15, NULL, "times",
               "the side is ahead with the state of the game from here up, and behind with the inverse or "
               "less", ""},
    [SHARE] = {"share", OPTION_NUMBER, 0, 10, 0.15, NULL, "times",
               "points for an even exchange: this part of the value of the own piece",
               "De Boer 2007, appendix C, game 2, move 369, without a figure"},
    [CERTAIN] = {"certain", OPTION_NUMBER, 0, 1, 0.999, NULL, "probability",
                 "an exchange counts as sure from this probability on that both pieces go", ""},
};

/* Returns how many movable pieces below `rank` a side has left. */
static int count_lower(const struct plan_context *context, enum side side, int rank)
{
    int count = 0;
    for (int r = SPY; r < rank; r++)
        count += context->worth->counts.left[side][r];
    return count;
}

/* Gives points to even exchanges if the side is ahead and has more lower pieces. Takes off points if it is
 * behind and has fewer. */
static bool evaluate_exchange(const struct plan_context *context, const double *option, int subject,
                              double *value)
{
    double state = plan_state(context);
    int sign = state >= option[STATE] ? 1 : state * option[STATE] <= 1 ? -1 : 0;
    bool active = false;
    (void)subject;
    for (int i = 0; sign && i < context->count; i++) {
        const struct plan_move *m = &context->moves[i];
        const struct plan_piece *piece = &context->piece[m->piece];
        if (m->victim == NO_PIECE || plan_odds(context, piece->rank, m->victim)->both < option[CERTAIN])
            continue;
        const struct plan_results results = plan_results(context, m);
        if (results.chance[BATTLE_BOTH] <= 0) /* the exchange ends the game */
            continue;
        int more = count_lower(context, context->me, piece->rank) -
                   count_lower(context, context->enemy, piece->rank);
        if (sign * more <= 0)
            continue;
        value[i] = sign * option[SHARE] * piece->value;
        active = true;
        plan_explain(context, i, value[i], "exchanges two equal pieces while %s by %d lower piece%s",
                     sign > 0 ? "ahead" : "behind", sign * more, plural((uint64_t)(sign * more)));
    }
    return active;
}

const struct plan_kind plan_exchange = {
    .name = "Exchange", .column = "Exch",
    .words = "exchange",
    .help = "exchanges equal pieces when ahead, avoids it when behind",
    .tier = PLAN_GENERAL, .subject = SUBJECT_GAME,
    .options = {"plan_exchange", "the plan Exchange: simplifying a game that is ahead", rows, OPTIONS},
    .evaluate = evaluate_exchange,
};
