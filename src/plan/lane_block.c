/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Holds a passage between the lakes with a piece that no single enemy piece beats there (De Boer 2007,
 * 3.4.1): when outnumbered, to keep enemy miners out, and in front of a flag that the opponent suspects. */
#include "base/plural.h"
#include "plan/plans.h"
#include "plan/plan_common.h"

enum { WEIGHT, POINTS, DECAY, STATE, SUSPECTED, FEAR, NEAR, OPTIONS };

static const struct option rows[OPTIONS] = {
    [WEIGHT] = PLAN_WEIGHT(1),
    [POINTS] = {"points", OPTION_NUMBER, 0, 1000, 4, NULL, "points",
                "points for a piece that holds the lane",
                "De Boer 2007, 5.2.2: strategic plans 2 to 5"},
    [DECAY] = {"decay", OPTION_NUMBER, 0, 1, 0.8, NULL, "times",
               "factor on the points for each move that the piece still needs", ""},
    [STATE] = {"state", OPTION_NUMBER, 0, 10, 0.9, NULL, "times",
               "lanes are held with the state of the game below this",
               "De Boer 2007, 3.4.1: seriously outnumbered"},
    [SUSPECTED] = {"suspected", OPTION_NUMBER, 0, 1, 0.5, NULL, "probability",
                   "the lane on the opponent's shortest way to the flag is held where the opponent may "
                   "believe in the flag's square with this probability",
                   "De Boer 2007, 3.4.1: the lane in front of the flag"},
    [FEAR] = {"fear", OPTION_NUMBER, 0, 1, 0.5, NULL, "probability",
              "an enemy piece drives the holder away if it beats it with this probability", ""},
    [NEAR] = {"near", OPTION_INT, 1, 91, 8, NULL, "moves",
              "an enemy piece drives the holder away from at most this many moves off", ""},
};

/* Returns the four squares of a lane: two files on the two rows of the lakes. */
static bitboard lane_squares(int lane)
{
    bitboard two_files = (bitboard)3 << LANE_FILES * lane; /* 3: two bits, on row 0 */
    bitboard row = two_files << 4 * FILES;                 /* rows 4 and 5 have the lakes */
    return row | row << FILES;
}

/* Returns whether the enemy's shortest way to the own flag goes through the lane. (The search treats the flag
 * as a friend that moves, so that its "moves" are those from each square to the flag.) */
static bool leads_to_flag(const struct plan_context *context, int flag, int lane)
{
    struct path_field field;
    /* By lane: the length of the shortest way through it. At first the max, the sum of two PATH_NEVER. */
    int nearest[LANES] = {PATH_NEVER * 2, PATH_NEVER * 2, PATH_NEVER * 2};
    const struct path_terms terms = {.friends = bit(flag), .enemies = context->foe_mobile};
    path_search(&terms, &field);
    for (int i = 0; i < LANES; i++)
        for (bitboard rest = lane_squares(i); rest;) {
            int square = bits_pop(&rest);
            int moves = field.friend_moves[square] + field.enemy_moves[square]; /* a way through the square */
            if (moves < nearest[i])
                nearest[i] = moves;
        }
    for (int i = 0; i < LANES; i++)
        if (nearest[i] < nearest[lane])
            return false;
    return true;
}

/* Returns whether the lane should be held: the enemy has a miner, and the side is behind or the opponent
 * suspects a flag behind the lane. */
static bool is_lane_wanted(const struct plan_context *context, const double *option, int lane)
{
    int flag = plan_own_flag(context);
    if (!context->worth->counts.left[context->enemy][MINER])
        return false;
    if (plan_state(context) < option[STATE])
        return true;
    return flag != SQUARE_NONE &&
           context->piece[plan_at(context, flag)].p[FLAG] >= option[SUSPECTED] &&
           leads_to_flag(context, flag, lane);
}

/* Returns whether a piece of the rank could hold the lane: it can move, and no enemy piece within `near`
 * moves of the lane beats it. */
static bool can_hold(const struct plan_context *context, const double *option, int rank,
                     const uint8_t moves[SQUARES])
{
    for (bitboard feared = plan_dangerous_enemies(context, rank, option[FEAR]); feared;)
        if (moves[bits_pop(&feared)] <= option[NEAR])
            return false;
    return rank_moves(rank);
}

/* Returns the piece that holds the lane or goes there, among those that are able to and are not hidden: a
 * piece in the lane if there is one, otherwise the highest; of equal ranks the nearest. NO_PIECE if there is
 * none. `moves`: distances to the lane. */
static int find_holder(const struct plan_context *context, const bool able[RANKS], bitboard lane,
                       const uint8_t moves[SQUARES])
{
    int best = NO_PIECE;
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        int number = context->own_first + i;
        const struct plan_piece *piece = &context->piece[number];
        if (piece->square == SQUARE_NONE || !able[piece->rank] || moves[piece->square] == PATH_NEVER ||
            (!piece->moved && !piece->known && !bit_in(lane, piece->square)))
            continue;
        if (bit_in(lane, piece->square))
            return number;
        const struct plan_piece *other = best == NO_PIECE ? NULL : &context->piece[best];
        if (!other || piece->rank > other->rank ||
            (piece->rank == other->rank && moves[piece->square] < moves[other->square]))
            best = number;
    }
    return best;
}

/* Chooses the piece that holds the lane or is to hold it. Gives points to its steps towards the lane, and
 * takes them off for steps away. */
static bool evaluate_lane_block(const struct plan_context *context, const double *option, int subject,
                                double *value)
{
    char name[LANE_TEXT];
    bitboard lane = lane_squares(subject);
    uint8_t moves[SQUARES];
    bool able[RANKS];
    double power[PATH_LONGEST + 1];
    if (!is_lane_wanted(context, option, subject))
        return false;
    plan_distances(context, lane, context->own | context->foe | context->targets, moves);
    for (int rank = 0; rank < RANKS; rank++)
        able[rank] = context->worth->counts.left[context->me][rank] &&
                     can_hold(context, option, rank, moves);
    int piece = find_holder(context, able, lane, moves);
    if (piece == NO_PIECE)
        return false;
    for (int i = 0; i <= PATH_LONGEST; i++)
        power[i] = i ? power[i - 1] * option[DECAY] : option[POINTS];
    for (int i = 0; i < context->count; i++) {
        const struct plan_move *m = &context->moves[i];
        if (m->piece != piece || m->victim != NO_PIECE || moves[m->move.to] == PATH_NEVER)
            continue;
        value[i] = power[moves[m->move.to]] - power[moves[m->move.from]];
        if (context->explanation)
            plan_explain(context, i, value[i], "%s the lane %s, to hold it|: %d move%s from it, before %d",
                         moves[m->move.to] < moves[m->move.from] ? "goes nearer to" : "goes away from",
                         plan_lane(context, subject, name), moves[m->move.to], plural(moves[m->move.to]),
                         moves[m->move.from]);
    }
    return true;
}

const struct plan_kind plan_lane_block = {
    .name = "LaneBlock", .column = "Lane",
    .words = "lane held",
    .help = "holds a passage between the lakes",
    .tier = PLAN_STRATEGIC, .subject = SUBJECT_LANE,
    .options = {"plan_lane_block",
                "the plan LaneBlock: holding the passages between the lakes", rows, OPTIONS},
    .evaluate = evaluate_lane_block,
};
