/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps a piece that no enemy piece beats near the flag (De Boer 2007, 3.4.2). */
#include "base/plural.h"
#include "plan/plans.h"
#include "plan/plan_common.h"

enum { WEIGHT, POINTS, NEAR, AHEAD, OBVIOUS, ALWAYS, OPTIONS };

static const struct option rows[OPTIONS] = {
    [WEIGHT] = PLAN_WEIGHT(1),
    [POINTS] = {"points", OPTION_NUMBER, 0, 1000, 3, NULL, "points",
                "points for a step of the nearest high piece towards its place near the flag",
                "De Boer 2007, 5.2.2: strategic plans 2 to 5"},
    [NEAR] = {"near", OPTION_INT, 0, 91, 3, NULL, "moves",
              "a guard within this many moves of its place is near enough", ""},
    [AHEAD] = {"ahead", OPTION_NUMBER, 0.01, 10, 0.25, NULL, "times",
               "the plan has its full weight when the state of the game is above 1 by this much", ""},
    [OBVIOUS] = {"obvious", OPTION_NUMBER, 0.01, 1, 0.5, NULL, "probability",
                 "the plan has its full weight where the opponent may believe in the flag's square with "
                 "this probability", ""},
    [ALWAYS] = {"always", OPTION_NUMBER, 0, 1, 0.2, NULL, "share",
                "the min weight of the plan, as a part of the full one", ""},
};

/* Returns the guard's squares: next to the flag and two rows in front of it, without squares of own
 * immovable pieces. */
static bitboard guard_place(const struct plan_context *context, int flag)
{
    int front = context->me == RED ? flag + 2 * FILES : flag - 2 * FILES;
    bitboard place = bits_around(bit(flag));
    if (front >= 0 && front < SQUARES)
        place |= bit(front);
    return place & ~BITS_LAKES & ~(context->own & ~context->own_mobile);
}

/* Gives points to steps towards the flag of the guard: the nearest own piece that no enemy piece beats. */
static bool evaluate_high_guard(const struct plan_context *context, const double *option, int subject,
                                double *value)
{
    uint8_t moves[SQUARES];
    int flag = plan_own_flag(context), guard = NO_PIECE, near = (int)option[NEAR];
    /* The lowest rank of a guard: the enemy's highest rank if the side is ahead, one above it if not. */
    int min_rank = plan_highest_rank(context, context->enemy) + (plan_state(context) > 1 ? 0 : 1);
    const uint8_t *enemy_left = context->worth->counts.left[context->enemy];
    bool has_attackers = army_size(enemy_left) > enemy_left[FLAG] + enemy_left[BOMB] + enemy_left[MINER];
    (void)subject;
    if (flag == SQUARE_NONE || !enemy_left[MINER] || !has_attackers) /* the enemy needs a miner and another
                                                                      * piece to take the flag */
        return false;
    plan_distances(context, guard_place(context, flag), context->own | context->targets, moves);
    /* The guard: the nearest piece of a sufficient rank. */
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        const struct plan_piece *piece = &context->piece[context->own_first + i];
        if (piece->square != SQUARE_NONE && piece->rank >= min_rank && rank_moves(piece->rank) &&
            moves[piece->square] != PATH_NEVER &&
            (guard == NO_PIECE || moves[piece->square] < moves[context->piece[guard].square]))
            guard = context->own_first + i;
    }
    if (guard == NO_PIECE)
        return false;
    double stake = plan_need_for_defense(context, option[AHEAD], option[OBVIOUS]);
    double points = option[POINTS] * (stake > option[ALWAYS] ? stake : option[ALWAYS]);
    for (int i = 0; i < context->count; i++) {
        const struct plan_move *m = &context->moves[i];
        if (m->piece != guard || m->victim != NO_PIECE || moves[m->move.to] == PATH_NEVER)
            continue;
        /* Within `near` moves of its place no step counts. */
        int from = moves[m->move.from] > near ? moves[m->move.from] : near;
        int to = moves[m->move.to] > near ? moves[m->move.to] : near;
        value[i] = points * (from - to);
        plan_explain(context, i, value[i], "brings the flag's guard %s its place|: %d move%s, before %d",
                     to < from ? "nearer to" : "away from", moves[m->move.to], plural(moves[m->move.to]),
                     moves[m->move.from]);
    }
    return true;
}

const struct plan_kind plan_high_guard = {
    .name = "HighGuard", .column = "HGrd",
    .words = "high guard",
    .help = "keeps a piece that no enemy beats near the flag",
    .tier = PLAN_STRATEGIC, .subject = SUBJECT_GAME,
    .options = {"plan_high_guard",
                "the plan HighGuard: one of the highest pieces stays near the flag", rows, OPTIONS},
    .evaluate = evaluate_high_guard,
};
