/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A step next to two enemy pieces that the mover beats: only one of them can move away (De Boer 2007,
 * appendix C, game 2). */
#include "game/notation.h"
#include "plan/plans.h"

enum { WEIGHT, WIN_PROBABILITY, SHARE, OPTIONS };

static const struct option rows[OPTIONS] = {
    [WEIGHT] = PLAN_WEIGHT(1),
    [WIN_PROBABILITY] = {"sure", OPTION_NUMBER, 0, 1, 0.9, NULL, "probability",
                         "the piece counts as beating an enemy piece from this probability on", ""},
    [SHARE] = {"share", OPTION_NUMBER, 0, 1, 0.35, NULL, "times",
               "points for attacking two pieces at once: this part of the value of the lesser one",
               "De Boer 2007, appendix C, game 2, move 147"},
};

/* Finds the two most valuable enemy pieces next to `square` that a piece of `rank` beats with the probability
 * `sure` or more, the best first. False if there are fewer than two, or if a piece there may beat it. Pieces
 * that may be immovable do not count: they cannot escape later either. */
static bool find_fork(const struct plan_context *context, double sure, int rank, int square, int fork[2])
{
    bitboard near = bits_around(bit(square)) & context->foe;
    int found = 0;
    while (near) {
        int number = plan_at(context, bits_pop(&near));
        const struct plan_piece *piece = &context->piece[number];
        const struct plan_odds *odds = plan_odds(context, rank, number);
        if (odds->falls > 1 - sure)
            return false;
        if (odds->wins < sure || piece->mobile < sure)
            continue;
        if (!found || piece->value > context->piece[fork[0]].value) {
            fork[1] = found ? fork[0] : number;
            fork[0] = number;
        } else if (found == 1 || piece->value > context->piece[fork[1]].value) {
            fork[1] = number;
        }
        found++;
    }
    return found >= 2;
}

/* Gives points to quiet moves that attack two pieces at once: the opponent can move only one of them away. */
static bool evaluate_step_between(const struct plan_context *context, const double *option, int subject,
                                  double *value)
{
    bool active = false;
    (void)subject;
    for (int i = 0; i < context->count; i++) {
        const struct plan_move *m = &context->moves[i];
        int fork[2];
        if (m->victim != NO_PIECE || bits_count(bits_around(bit(m->move.to)) & context->foe_mobile) < 2 ||
            !find_fork(context, option[WIN_PROBABILITY], context->piece[m->piece].rank, m->move.to, fork))
            continue;
        value[i] = option[SHARE] * context->piece[fork[1]].value;
        active = true;
        char a[PLAN_PIECE], b[PLAN_PIECE];
        plan_explain(context, i, value[i], "threatens %s and %s at once|, the lower worth %.2f points",
                     plan_piece_on(context, fork[0], context->piece[fork[0]].square, a),
                     plan_piece_on(context, fork[1], context->piece[fork[1]].square, b),
                     context->piece[fork[1]].value);
    }
    return active;
}

const struct plan_kind plan_step_between = {
    .name = "StepBetween", .column = "Betw",
    .words = "step between",
    .help = "steps between two weaker pieces",
    .tier = PLAN_TACTICAL, .subject = SUBJECT_GAME,
    .options = {"plan_step_between", "the plan StepBetween: attacking two pieces at once", rows, OPTIONS},
    .evaluate = evaluate_step_between,
};
