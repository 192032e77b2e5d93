/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moves high pieces home when the side is ahead and has nothing left to win in front (De Boer 2007, 9.1.4 and
 * appendix C, game 2). */
#include "base/plural.h"
#include "plan/plans.h"
#include "plan/profit.h"
#include "plan/plan_common.h"

enum { WEIGHT, STATE, REACH, RANK, POINTS, OPTIONS };

static const struct option rows[OPTIONS] = {
    [WEIGHT] = PLAN_WEIGHT(1),
    [STATE] = {"state", OPTION_NUMBER, 0, 10, 1.25, NULL, "times",
               "the plan acts with the state of the game from here up", ""},
    [REACH] = {"reach", OPTION_INT, 1, 91, 6, NULL, "moves",
               "a piece stays in front while it may win something within this many moves", ""},
    [RANK] = {"rank", OPTION_INT, SPY, MARSHAL, COLONEL, NULL, "rank",
              "the lowest rank that is taken home (9: colonel, 11: marshal)", ""},
    [POINTS] = {"points", OPTION_NUMBER, 0, 1000, 2, NULL, "points", "points for each row nearer to home",
                "De Boer 2007, 5.2.2: strategic plans 2 to 5"},
};

enum { FRONT_ROW = 6 }; /* row index from the own edge; the first row of the enemy's setup */

/* Returns the squares of enemy pieces that moved or are known and that the piece can attack with a profit
 * above its own secret. */
static bitboard find_prey(const struct plan_context *context, const struct plan_piece *piece)
{
    bitboard prey = 0;
    struct meetings meetings;
    plan_meetings_of_rank(&meetings, context, piece->rank);
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        int number = context->enemy_first + i;
        const struct plan_piece *foe = &context->piece[number];
        if (foe->square == SQUARE_NONE || !(foe->moved || foe->known))
            continue;
        if (plan_meetings_total(&meetings, number) > piece->secret)
            prey |= bit(foe->square);
    }
    return prey;
}

/* Gives points to high pieces for rows towards the own edge, if no profitable target is within `reach`
 * moves. */
static bool evaluate_withdraw(const struct plan_context *context, const double *option, int subject,
                              double *value)
{
    int current_piece = NO_PIECE;
    bool goes_home = false;
    (void)subject;
    if (plan_state(context) < option[STATE])
        return false;
    for (int i = 0; i < context->count; i++) { /* the moves of a piece are consecutive */
        const struct plan_move *m = &context->moves[i];
        int row = plan_row(context, m->move.from), to = plan_row(context, m->move.to);
        /* A piece is far from home only on the rows of the enemy's setup. */
        if (context->piece[m->piece].rank < option[RANK] || m->victim != NO_PIECE || row == to ||
            (row < FRONT_ROW && to < FRONT_ROW))
            continue;
        if (m->piece != current_piece) {
            const struct plan_piece *piece = &context->piece[m->piece];
            uint8_t moves[SQUARES];
            current_piece = m->piece;
            plan_distances(context, find_prey(context, piece), bit(piece->square), moves);
            goes_home = moves[piece->square] > option[REACH];
        }
        if (!goes_home)
            continue;
        value[i] = option[POINTS] * (row - to);
        plan_explain(context, i, value[i], "goes %s home, as there is nothing to take within %.0f move%s",
                     to < row ? "nearer to" : "away from", option[REACH], plural((uint64_t)option[REACH]));
    }
    return true;
}

const struct plan_kind plan_withdraw = {
    .name = "Withdraw", .column = "Wdrw",
    .words = "way home",
    .help = "takes high pieces home when ahead and nothing is left to win",
    .tier = PLAN_STRATEGIC, .subject = SUBJECT_GAME,
    .options = {"plan_withdraw",
                "the plan Withdraw: high pieces go home when nothing is left to win", rows, OPTIONS},
    .evaluate = evaluate_withdraw,
};
