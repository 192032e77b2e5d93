/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A step between two enemy pieces that the mover beats: only one of them can go away (De Boer 2007,
 * appendix C, game 2). */
#include "file/notation.h"
#include "plan/plans.h"
#include "plan/reckon.h"

enum { WEIGHT, SURE, SHARE, OPTIONS };

static const struct option rows[OPTIONS] = {
    [WEIGHT] = {"weight", OPTION_NUMBER, 0, 100, 1, NULL, "times", "of the plan; 0 switches it off",
                ""},
    [SURE] = {"sure", OPTION_NUMBER, 0, 1, 0.9, NULL, "probability",
              "from which on the mover is taken to beat a piece", ""},
    [SHARE] = {"share", OPTION_NUMBER, 0, 1, 0.35, NULL, "times", "the value of the lower of the two",
               "De Boer 2007, appendix C, game 2, move 147"},
};

const struct option_group plan_step_between_group = {
    "plan_step_between", "the plan StepBetween: attacking two pieces at once", rows, OPTIONS,
};

/* The two best pieces next to a square that the rank beats, best first; false where fewer than two, or
 * where somebody there beats it. Pieces that cannot move do not count: they can be had later. */
static bool fork_at(const struct plan_context *context, double sure, int rank, int square,
                    int fork[2])
{
    bitboard near = bits_around(bit(square)) & context->foe;
    int found = 0;
    while (near) {
        int number = plan_at(context, bits_pop(&near));
        const struct plan_man *man = &context->man[number];
        const struct plan_odds *odds = plan_odds(context, rank, number);
        if (odds->falls > 1 - sure)
            return false;
        if (odds->wins < sure || man->mobile < sure)
            continue;
        if (!found || man->value > context->man[fork[0]].value) {
            fork[1] = found ? fork[0] : number;
            fork[0] = number;
        } else if (found == 1 || man->value > context->man[fork[1]].value) {
            fork[1] = number;
        }
        found++;
    }
    return found >= 2;
}

static bool evaluate(const struct plan_context *context, const double *option, int subject,
                     double *value)
{
    bool any = false;
    (void)subject;
    for (int i = 0; i < context->count; i++) {
        const struct plan_move *m = &context->moves[i];
        int fork[2];
        if (m->victim != NO_PIECE ||
            bits_count(bits_around(bit(m->move.to)) & context->foe_mobile) < 2 ||
            !fork_at(context, option[SURE], context->man[m->piece].rank, m->move.to, fork))
            continue;
        value[i] = option[SHARE] * context->man[fork[1]].value;
        any = true;
        if (context->told) {
            char a[SQUARE_TEXT], b[SQUARE_TEXT];
            plan_tell(context, i, value[i], "attacks %s and %s at once, the lower worth %.2f",
                      square_write(context->man[fork[0]].square, context->notation, a),
                      square_write(context->man[fork[1]].square, context->notation, b),
                      context->man[fork[1]].value);
        }
    }
    return any;
}

const struct plan_kind plan_step_between = {
    .name = "StepBetween",
    .column = "Betw",
    .help = "steps between two weaker pieces",
    .tier = PLAN_TACTICAL,
    .subject = SUBJECT_GAME,
    .options = &plan_step_between_group,
    .evaluate = evaluate,
};
