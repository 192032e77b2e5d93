/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks after unmoved, unknown pieces next to an enemy who hits such pieces blindly (De Boer 2007,
 * 5.4.4): he may well go on, so that he should be taken, or the piece go. */
#include "plan/plans.h"

enum { WEIGHT, SHARE, DEAR, OPTIONS };

static const struct option rows[OPTIONS] = {
    [WEIGHT] = {"weight", OPTION_NUMBER, 0, 100, 1, NULL, "times", "of the plan; 0 switches it off",
                ""},
    [SHARE] = {"share", OPTION_NUMBER, 0, 1, 0.4, NULL, "times",
               "of the piece's value, or of its secret, is at stake",
               "De Boer 2007, 5.4.4: \"always lower than would be awarded by the tactical defense "
               "plan\""},
    [DEAR] = {"dear", OPTION_NUMBER, 0, 1000, 10, NULL, "points",
              "a secret from this on is too valuable to be shown to a gambler",
              "De Boer 2007, 5.4.4, without a figure"},
};

const struct option_group plan_lotto_defense_group = {
    "plan_lotto_defense", "the plan LottoDefense: beside enemies who hit blindly", rows, OPTIONS,
};

/* What one gambler next to the piece puts at stake. */
static double stake(const struct plan_context *context, const double *option,
                    const struct plan_man *man, int gambler)
{
    const struct plan_odds *odds = plan_odds(context, man->rank, gambler);
    double lost = (odds->falls + odds->both_fall) * man->value;
    double shown = man->secret >= option[DEAR] ? odds->withstands * man->secret : 0;
    return option[SHARE] * (lost + shown);
}

static bool evaluate(const struct plan_context *context, const double *option, int subject,
                     double *value)
{
    const struct plan_man *man = &context->man[subject];
    double at_stake[DIRECTIONS], sum = 0;
    int gambler[DIRECTIONS], count = 0;
    if (man->moved || man->known)
        return false;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        int next = square_next[man->square][direction];
        int number = next == SQUARE_NONE ? NO_PIECE : plan_at(context, next);
        if (number >= PIECES || !bit_in(context->foe, next) || !context->man[number].lotto)
            continue;
        gambler[count] = number;
        at_stake[count] = stake(context, option, man, number);
        sum += at_stake[count++];
    }
    if (sum <= 0)
        return false;
    for (int i = 0; i < context->count; i++) {
        const struct plan_move *move = &context->moves[i];
        double left = move->piece == subject ? 0 : sum;
        for (int g = 0; g < count && left > 0; g++) {
            const struct plan_odds *odds =
                plan_odds(context, context->man[move->piece].rank, gambler[g]);
            if (move->victim == gambler[g])
                left -= at_stake[g] * (odds->wins + odds->both);
        }
        value[i] = -left;
        if (left > 0)
            plan_tell(context, i, -left, "stays next to a piece that hits blindly");
    }
    return true;
}

const struct plan_kind plan_lotto_defense = {
    .name = "LottoDefense",
    .column = "Loto",
    .help = "guards hidden pieces from enemies who hit blindly",
    .tier = PLAN_TACTICAL,
    .subject = SUBJECT_OWN,
    .options = &plan_lotto_defense_group,
    .evaluate = evaluate,
};
