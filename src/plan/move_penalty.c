/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A price for what a quiet move reveals to the enemy (De Boer 2007, 5.6.2): that an unmoved piece is no bomb,
 * or that a piece is a scout. Attacks reveal the piece anyway; ImmediateCapture counts their price. */
#include "plan/plans.h"
#include "plan/plan_common.h"

enum { WEIGHT, FIRST, EACH_MOVED, HIGH, HIGH_MOVED, OPTIONS };

static const struct option rows[OPTIONS] = {
    [WEIGHT] = PLAN_WEIGHT(1),
    [FIRST] = {"first", OPTION_NUMBER, 0, 1000, 1, NULL, "points",
               "points taken off for moving an unknown piece that has never moved",
               "De Boer 2007, table 8.1: -1"},
    [EACH_MOVED] = {"each_moved", OPTION_NUMBER, 0, 1000, 0.5, NULL, "points",
                    "points added to `first` for each own piece on the board that has moved",
                    "De Boer 2007, 5.6.2, without a figure"},
    [HIGH] = {"high", OPTION_NUMBER, 0, 1000, 10, NULL, "points",
              "points taken off for the first move of the highest own rank: in full at the start, less with "
              "each piece moved or lost",
              "De Boer 2007, table 8.1: -11 for a4; appendix C, game 1"},
    [HIGH_MOVED] = {"high_moved", OPTION_INT, 1, 40, 8, NULL, "pieces",
                    "pieces moved or lost until the highest rank may move freely", ""},
};

/* Takes off points for what a quiet move reveals: that an unknown, unmoved piece is no bomb, or that a
 * piece is a scout. */
static bool evaluate_move_penalty(const struct plan_context *context, const double *option, int subject,
                                  double *value)
{
    int moved = 0, gone = 0; /* own pieces that have moved: those on the board; those and the captured ones */
    int highest = plan_highest_rank(context, context->me);
    (void)subject;
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        const struct plan_piece *piece = &context->piece[context->own_first + i];
        moved += piece->square != SQUARE_NONE && piece->moved;
        gone += piece->square == SQUARE_NONE || piece->moved;
    }
    double early = gone < option[HIGH_MOVED] ? 1 - gone / option[HIGH_MOVED] : 0;
    char name[PLAN_PIECE];
    for (int i = 0; i < context->count; i++) {
        struct move move = context->moves[i].move;
        const struct plan_piece *piece = &context->piece[context->moves[i].piece];
        if (plan_attacks(context, i) || piece->known)
            continue;
        if (!piece->moved) {
            double first = option[FIRST] + option[EACH_MOVED] * moved;
            value[i] -= first;
            plan_explain(context, i, -first, "shows that %s is no bomb|, %d other%s moved",
                         plan_piece_on(context, context->moves[i].piece, move.from, name), moved,
                         moved == 1 ? " has" : "s have");
            if (piece->rank == highest && early > 0) {
                value[i] -= option[HIGH] * early;
                plan_explain(context, i, -option[HIGH] * early, "brings out %s, the highest piece, early",
                             plan_piece_on(context, context->moves[i].piece, move.from, name));
            }
        }
        if (square_distance(move.from, move.to) > 1) {
            value[i] -= piece->secret;
            plan_explain(context, i, -piece->secret, "shows that the piece is a scout");
        }
    }
    return true;
}

const struct plan_kind plan_move_penalty = {
    .name = "MovePenalty", .column = "MPen",
    .words = "secrets kept",
    .help = "keeps back what a quiet move would reveal to the enemy",
    .tier = PLAN_GENERAL, .subject = SUBJECT_GAME,
    .options = {"plan_move_penalty", "the plan MovePenalty: what quiet moves reveal to the enemy",
                rows, OPTIONS},
    .evaluate = evaluate_move_penalty,
};
