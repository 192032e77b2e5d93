/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps the marshal from standing next to what may be the enemy's spy (De Boer 2007, 5.4.5). No other piece
 * can capture it except another marshal, and the spy only by attacking: no other danger is considered
 * here. */
#include "plan/plan_common.h"
#include "plan/plans.h"

enum { WEIGHT, SHARE, UNMOVED, OPTIONS };

static const struct option rows[OPTIONS] = {
    [WEIGHT] = PLAN_WEIGHT(1),
    [SHARE] = {"share", OPTION_NUMBER, 0, 10, 1, NULL, "times",
               "part of the marshal's value that is at stake next to a certain spy",
               "De Boer 2007, 5.4.5: \"the likelihood of it being the spy and the current value of the "
               "marshal\""},
    [UNMOVED] = {"unmoved", OPTION_NUMBER, 0, 1, 0.7, NULL, "times",
                 "factor on the probability that a piece is the spy, while it has never moved", ""},
};

/* Returns the probability that at least one enemy piece next to the marshal on `square` is the spy, after
 * the move `move`. */
static double spy_near(const struct plan_context *context, const double *option, int square,
                       const struct plan_move *move)
{
    double no_spy = 1;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        int next = square_next[square][direction];
        int number = next == SQUARE_NONE ? NO_PIECE : plan_at(context, next);
        if (number >= PIECES || !bit_in(context->foe_mobile, next))
            continue;
        const struct plan_piece *piece = &context->piece[number];
        double spy = piece->p[SPY] * (piece->moved ? 1 : option[UNMOVED]);
        if (number == move->victim) /* any own attacker beats a spy, or both are captured */
            spy = 0;
        no_spy *= 1 - spy;
    }
    return 1 - no_spy;
}

/* Takes off points for each move after which the marshal stands next to a possible spy. */
static bool evaluate_def_marshal_from_spy(const struct plan_context *context, const double *option,
                                          int subject, double *value)
{
    int marshal = NO_PIECE;
    char name[PLAN_PIECE];
    for (int i = 0; i < PIECES_A_SIDE && marshal == NO_PIECE; i++) {
        const struct plan_piece *own = &context->piece[context->own_first + i];
        if (own->rank == MARSHAL && own->square != SQUARE_NONE)
            marshal = context->own_first + i;
    }
    (void)subject;
    if (marshal == NO_PIECE || !context->worth->counts.left[context->enemy][SPY])
        return false;
    const struct plan_piece *piece = &context->piece[marshal];
    for (int i = 0; i < context->count; i++) {
        const struct plan_move *move = &context->moves[i];
        int square = move->piece == marshal ? move->move.to : piece->square;
        const struct plan_results results = plan_results(context, move);
        /* The probability that the marshal stands on `square` afterwards and the game goes on. */
        double stands = move->piece == marshal ? results.chance[BATTLE_WON] : plan_chance_to_go_on(&results);
        double spy = stands > 0 ? stands * spy_near(context, option, square, move) : 0;
        value[i] = -option[SHARE] * piece->value * spy;
        if (spy > 0)
            plan_explain(context, i, value[i],
                         "leaves %s next to what may be the spy (%.0f %%)|, worth %.2f points",
                         plan_piece_after(context, marshal, i, name), 100 * spy, piece->value);
    }
    return true;
}

const struct plan_kind plan_def_marshal_from_spy = {
    .name = "DefMarshalFromSpy", .column = "dMfS",
    .words = "marshal and spy",
    .help = "keeps the marshal away from what may be the spy",
    .tier = PLAN_TACTICAL, .subject = SUBJECT_GAME,
    .options = {"plan_def_marshal_from_spy",
                "the plan DefMarshalFromSpy: away from what may be the spy", rows, OPTIONS},
    .evaluate = evaluate_def_marshal_from_spy,
};
