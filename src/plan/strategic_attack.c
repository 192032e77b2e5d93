/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moves important pieces towards targets that are worth attacking (De Boer 2007, 5.5.1); in the opening,
 * while there are no targets yet, moves the front pieces forward. */
#include "base/plural.h"
#include "plan/path.h"
#include "plan/plans.h"
#include "plan/profit.h"
#include "plan/plan_common.h"

#include <math.h>

enum { WEIGHT, RANK, DECAY, SCALE, MAX, UNMOVED, PESSIMISM, RISK, FORWARD, OPTIONS };

static const struct option rows[OPTIONS] = {
    [WEIGHT] = PLAN_WEIGHT(1),
    [RANK] = {"rank", OPTION_INT, SPY, MARSHAL, CAPTAIN, NULL, "rank",
              "the lowest rank that goes for targets (7: captain, 11: marshal)",
              "De Boer 2007, 5.5.1: \"an important piece\""},
    [DECAY] = {"decay", OPTION_NUMBER, 0, 1, 0.8, NULL, "times",
               "factor on a target's profit for each move of the way", ""},
    [SCALE] = {"scale", OPTION_NUMBER, 0, 10, 0.5, NULL, "times",
               "points for each point of profit that comes within reach", ""},
    [MAX] = {"max", OPTION_NUMBER, 0, 1000, 5, NULL, "points", "the max points for one move",
             "De Boer 2007, 5.2.2: strategic plans get 2 to 5", "most"},
    [UNMOVED] = {"unmoved", OPTION_NUMBER, 0, 1, 0.3, NULL, "times",
                 "factor on the profit from an unknown target that has not moved", ""},
    [PESSIMISM] = {"pessimism", OPTION_NUMBER, 0, 10, 1.2, NULL, "times",
                   "factor on a loss where the rank of the target is not known, as in ImmediateCapture", ""},
    [RISK] = {"risk", OPTION_NUMBER, 0, 1, 0.3, NULL, "probability",
              "an enemy piece that would take the piece with this probability is kept away from", ""},
    [FORWARD] = {"forward", OPTION_NUMBER, 0, 100, 0.55, NULL, "points",
                 "points for each row forward, up to the middle, while the opponent has shown nothing",
                 "De Boer 2007, table 8.1: about 0.55"},
};

enum { FRONT = 5 }; /* row index from the own edge; displayed as row 6 */

/* The targets of one own piece. */
struct aims {
    int count;
    bitboard squares;        /* of all targets */
    uint8_t square[PIECES_A_SIDE];
    double points[PIECES_A_SIDE]; /* expected profit of attacking each target */
    bitboard stronger;            /* squares of enemy pieces that it must avoid */
    double power[PATH_LONGEST + 1]; /* [moves]: decay to this power */
};

/* Finds the enemy pieces that are worth attacking for the piece, and those that it must avoid. */
static void find_aims(const struct plan_context *context, const double *option, int piece, struct aims *aims)
{
    struct meetings meetings;
    plan_meetings_of_piece(&meetings, context, piece, option[PESSIMISM]);
    aims->count = 0;
    aims->stronger = aims->squares = 0;
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        int number = context->enemy_first + i;
        const struct plan_piece *plan_piece = &context->piece[number];
        if (plan_piece->square == SQUARE_NONE)
            continue;
        const struct plan_odds *odds = plan_odds(context, context->piece[piece].rank, number);
        bool hidden = !plan_piece->moved && !plan_piece->known;
        if (odds->falls >= option[RISK] && !hidden) /* a hidden one does not leave its square */
            aims->stronger |= bit(plan_piece->square);
        double points = plan_meetings_total(&meetings, number);
        if (points <= 0)
            continue;
        aims->squares |= bit(plan_piece->square);
        aims->square[aims->count] = plan_piece->square;
        aims->points[aims->count++] = points * (hidden ? option[UNMOVED] : 1);
    }
}

/* Returns the points of all targets for the piece on `square`, when it has left the square `left`. A target's
 * points are its profit, reduced by its distance. */
static double prospects(const struct plan_context *context, const struct aims *aims, int square, int left)
{
    struct path_terms terms = {
        .friends = bit(square),
        .enemies = aims->stronger,
        .friend_walls = (context->own & ~bit(left)) | context->foe,
        .enemy_walls = (context->own & ~bit(left)) | (context->foe & ~aims->stronger),
    };
    uint8_t ways[SQUARES];
    double sum = 0;
    path_lengths(&terms, aims->squares, ways);
    for (int i = 0; i < aims->count; i++) {
        int way = ways[aims->square[i]];
        if (way != PATH_NEVER)
            sum += aims->points[i] * aims->power[way];
    }
    return sum;
}

/* Gives points to the quiet moves of one important piece for what comes into its reach. `first` is the index
 * of the first of its moves. */
static void score_moves_of_piece(const struct plan_context *context, const double *option, int first,
                                 struct aims *aims, double *value)
{
    int piece = context->moves[first].piece, square = context->piece[piece].square;
    char name[PLAN_PIECE];
    find_aims(context, option, piece, aims);
    if (!aims->count)
        return;
    double before = prospects(context, aims, square, square);
    for (int i = first; i < context->count; i++) {
        if (context->moves[i].piece != piece || plan_attacks(context, i))
            continue;
        double after = prospects(context, aims, context->moves[i].move.to, square);
        value[i] = fmax(-option[MAX], fmin(option[SCALE] * (after - before), option[MAX]));
        if (value[i] != 0)
            plan_explain(context, i, value[i], "brings %s %s pieces that it can take|: %.2f, before %.2f",
                         plan_piece_on(context, piece, square, name),
                         after > before ? "nearer to" : "away from", after, before);
    }
}

/* Gives points for rows forward, up to the middle of the board. */
static void score_steps_forward(const struct plan_context *context, const double *option, double *value)
{
    for (int i = 0; i < context->count; i++) {
        /* Rows gained towards the enemy, up to FRONT. */
        struct move move = context->moves[i].move;
        int from = plan_row(context, move.from), to = plan_row(context, move.to);
        int gained = (to < FRONT ? to : FRONT) - (from < FRONT ? from : FRONT);
        int won = plan_attacks(context, i) ? 0 : gained;
        value[i] = option[FORWARD] * won;
        if (won)
            plan_explain(context, i, value[i], "goes %d row%s forward", won, plural((uint64_t)won));
    }
}

/* Gives important pieces points for coming nearer to profitable targets. While the enemy has revealed
 * nothing, gives all pieces points for going forward. */
static bool evaluate_strategic_attack(const struct plan_context *context, const double *option, int subject,
                                      double *value)
{
    struct aims aims;
    bool seen[PIECES] = {false};
    (void)subject;
    bool unknown = true; /* all of the enemy's 40 pieces are on the board and none is known */
    for (int i = 0; i < PIECES_A_SIDE; i++)
        unknown = unknown && plan_is_unknown(&context->piece[context->enemy_first + i]);
    if (unknown) {
        score_steps_forward(context, option, value);
        return true;
    }
    aims.power[0] = 1;
    for (int i = 1; i <= PATH_LONGEST; i++)
        aims.power[i] = aims.power[i - 1] * option[DECAY];
    for (int i = 0; i < context->count; i++) {
        int piece = context->moves[i].piece;
        if (!seen[piece] && context->piece[piece].rank >= option[RANK])
            score_moves_of_piece(context, option, i, &aims, value);
        seen[piece] = true;
    }
    return true;
}

const struct plan_kind plan_strategic_attack = {
    .name = "StrategicAttack", .column = "SAtt",
    .words = "nearer to prey",
    .help = "brings important pieces nearer to what they can take",
    .tier = PLAN_STRATEGIC, .subject = SUBJECT_GAME,
    .options = {"plan_strategic_attack", "the plan StrategicAttack: towards what can be had", rows, OPTIONS},
    .evaluate = evaluate_strategic_attack,
};
