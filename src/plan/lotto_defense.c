/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Protects unmoved, unknown pieces next to an enemy piece that attacks such pieces blindly, which De Boer
 * calls lotto (2007, 5.4.4). It may attack again; so it should be captured, or the piece should move away. */
#include "plan/plan_common.h"
#include "plan/plans.h"

enum { WEIGHT, SHARE, MIN_SECRET, OPTIONS };

static const struct option rows[OPTIONS] = {
    [WEIGHT] = PLAN_WEIGHT(1),
    [SHARE] = {"share", OPTION_NUMBER, 0, 1, 0.4, NULL, "times",
               "part of the piece's value, or of its secret, that is at stake beside an enemy piece that "
               "has attacked blindly",
               "De Boer 2007, 5.4.4: \"always lower than would be awarded by the tactical defense plan\""},
    [MIN_SECRET] = {"dear", OPTION_NUMBER, 0, 1000, 10, NULL, "points",
                    "a secret worth this or more is not shown to a piece that attacks blindly",
                    "De Boer 2007, 5.4.4, without a figure"},
};

/* Returns the points at stake from one blind attacker next to the piece: its expected loss, and its secret
 * if that is worth enough. */
static double stake(const struct plan_context *context, const double *option,
                    const struct plan_piece *piece, int blind_attacker)
{
    const struct plan_odds *odds = plan_odds(context, piece->rank, blind_attacker);
    double lost = (odds->falls + odds->both_fall) * piece->value;
    double shown = piece->secret >= option[MIN_SECRET] ? odds->withstands * piece->secret : 0;
    return option[SHARE] * (lost + shown);
}

/* Takes off the points at stake from every move that leaves the hidden piece next to blind attackers. */
static bool evaluate_lotto_defense(const struct plan_context *context, const double *option, int subject,
                                   double *value)
{
    const struct plan_piece *piece = &context->piece[subject];
    double at_stake[DIRECTIONS], sum = 0;
    char name[PLAN_PIECE];
    int blind_attacker[DIRECTIONS], count = 0;
    if (piece->moved || piece->known)
        return false;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        int next = square_next[piece->square][direction];
        int number = next == SQUARE_NONE ? NO_PIECE : plan_at(context, next);
        if (number >= PIECES || !bit_in(context->foe, next) || !context->piece[number].attacked_blindly)
            continue;
        blind_attacker[count] = number;
        at_stake[count] = stake(context, option, piece, number);
        sum += at_stake[count++];
    }
    if (sum <= 0)
        return false;
    for (int i = 0; i < context->count; i++) {
        const struct plan_move *move = &context->moves[i];
        const struct plan_results results = plan_results(context, move);
        double left = 0, goes_on = plan_chance_to_go_on(&results);
        for (int g = 0; g < count && move->piece != subject; g++)
            left += at_stake[g] * (move->victim == blind_attacker[g] ? results.chance[BATTLE_LOST] : goes_on);
        value[i] = -left;
        if (left > 0)
            plan_explain(context, i, -left, "%s %s next to a piece that has attacked unknown ones",
                         plan_is_certain(context, move) ? "leaves" : "may leave",
                         plan_piece_on(context, subject, piece->square, name));
    }
    return true;
}

const struct plan_kind plan_lotto_defense = {
    .name = "LottoDefense", .column = "Loto",
    .words = "hidden from hits",
    .help = "guards hidden pieces from enemies that hit blindly",
    .tier = PLAN_TACTICAL, .subject = SUBJECT_OWN,
    .options = {"plan_lotto_defense", "the plan LottoDefense: beside enemies that hit blindly",
                rows, OPTIONS},
    .evaluate = evaluate_lotto_defense,
};
