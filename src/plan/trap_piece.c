/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two pieces together trap one (De Boer 2007, 5.5.3): first they reduce its freedom, the number of squares
 * that it reaches before any of its hunters; if no move reduces it, the second nearest hunter comes nearer.
 * The capture itself is for the tactical plans. */
#include "base/plural.h"
#include "plan/path.h"
#include "plan/plans.h"
#include "plan/profit.h"

enum { WEIGHT, WIN_PROBABILITY, RISK, BELIEVED, SQUEEZE, APPROACH, MOVES, OPTIONS };

static const struct option rows[OPTIONS] = {
    [WEIGHT] = PLAN_WEIGHT(1),
    [WIN_PROBABILITY] = {"sure", OPTION_NUMBER, 0, 1, 0.85, NULL, "probability",
                         "an own piece hunts an enemy piece that it beats with this probability", ""},
    [RISK] = {"risk", OPTION_NUMBER, 0, 1, 0.2, NULL, "probability",
              "hunters do not go next to an enemy piece that takes them with this probability",
              "De Boer 2007, 5.5.3: \"not allowed to move next to pieces that could be even higher\""},
    [BELIEVED] = {"believed", OPTION_NUMBER, 0, 1.01, 0.5, NULL, "probability",
                  "an own piece hunts as a bluff, too, where the opponent gives it this probability to win",
                  "De Boer 2007, 5.5.3: \"pieces that are, or could likely be\""},
    [SQUEEZE] = {"squeeze", OPTION_NUMBER, 0, 1, 0.15, NULL, "times",
                 "points for taking all freedom from the prey: this part of its value; for a part of its "
                 "freedom that part of the points",
                 "De Boer 2007, 5.5.3: \"fraction of value of piece\""},
    [APPROACH] = {"approach", OPTION_NUMBER, 0, 1, 0.5, NULL, "times",
                  "points for a step of the second hunter where no move takes freedom: this part of what "
                  "one square of freedom is worth",
                  "De Boer 2007, 5.5.3: \"the second value is always lower than the first\""},
    [MOVES] = {"moves", OPTION_INT, 1, 40, 12, NULL, "moves",
               "the prey's freedom is counted over this many moves", ""},
};

enum { HUNTERS = 4 };  /* the nearest ones; more would hardly change the freedom */

/* A prey and its hunters, the nearest first. */
struct trap {
    const struct plan_context *context;
    const double *option;
    int prey, square;        /* its number and its square */
    int count;
    int hunter[HUNTERS];     /* numbers of the hunters */
    int way[HUNTERS];        /* their distances to the prey in squares */
    int freedom;             /* squares that the prey now reaches before any hunter */
    double square_worth;     /* points for each square of the freedom */
};

/* Returns whether own piece `number` can hunt the prey. It must be known or have moved, its secret must be
 * worth less than the prey, and it must beat the prey or the opponent may believe so. */
static bool can_hunt(const struct trap *trap, int number)
{
    const struct plan_context *context = trap->context;
    const struct plan_piece *piece = &context->piece[number];
    if (!bit_in(context->own_mobile, piece->square) ||
        (!piece->moved && !piece->known) || piece->secret >= context->piece[trap->prey].value)
        return false;
    return plan_odds(context, piece->rank, trap->prey)->wins >= trap->option[WIN_PROBABILITY] ||
           (!piece->known && plan_believed_win_chance(context, number, trap->prey) >= trap->option[BELIEVED]);
}

/* Inserts a hunter at a distance of `way` squares. Only the HUNTERS nearest hunters are kept. */
static void add_hunter(struct trap *trap, int number, int way)
{
    /* Start at the free place at the end (in a full list: at the place after the end), and make space by
     * moving farther hunters back by one. */
    int place = trap->count < HUNTERS ? trap->count++ : HUNTERS;
    for (; place > 0 && trap->way[place - 1] > way; place--)
        if (place < HUNTERS) {
            trap->hunter[place] = trap->hunter[place - 1];
            trap->way[place] = trap->way[place - 1];
        }
    if (place < HUNTERS) {
        trap->hunter[place] = number;
        trap->way[place] = way;
    }
}

/* Returns the number of squares that the prey reaches before any hunter, if hunter number `index` stands on
 * `to` (-1: all stand where they are). Other pieces of both sides block the prey. */
static int count_freedom(const struct trap *trap, int index, int to)
{
    const struct plan_context *context = trap->context;
    bitboard hunters = 0, standing = context->own | context->foe;
    for (int i = 0; i < trap->count; i++) {
        int square = context->piece[trap->hunter[i]].square;
        standing &= ~bit(square);
        hunters |= bit(i == index ? to : square);
    }
    standing &= ~bit(trap->square);
    struct path_terms terms = {
        .friends = bit(trap->square),
        .enemies = hunters, .friend_walls = standing, .enemy_walls = standing,
    };
    return bits_count(path_freedom(&terms, (int)trap->option[MOVES]) & ~standing);
}

/* Returns whether the hunter would stand next to an enemy piece that may capture it. */
static bool is_risky(const struct trap *trap, int hunter, int to)
{
    const struct plan_context *context = trap->context;
    bitboard next = bits_around(bit(to)) & context->foe_mobile;
    while (next) {
        int number = plan_at(context, bits_pop(&next));
        if (plan_odds(context, context->piece[hunter].rank, number)->falls >= trap->option[RISK])
            return true;
    }
    return false;
}

/* Scores the hunters' quiet moves: square_worth points for each square that a move takes from the prey's
 * freedom, and as many off for each square that it adds. A move adds or takes at most `trap->freedom`
 * squares. Returns whether a move takes a square. */
static bool score_squeeze(const struct trap *trap, double *value)
{
    const struct plan_context *context = trap->context;
    char name[PLAN_PIECE];
    bool any = false;
    for (int i = 0; i < context->count; i++) {
        const struct plan_move *move = &context->moves[i];
        int index = 0;
        while (index < trap->count && trap->hunter[index] != move->piece)
            index++;
        if (index == trap->count || plan_attacks(context, i) || is_risky(trap, move->piece, move->move.to))
            continue;
        int freedom_left = count_freedom(trap, index, move->move.to);
        int squares_taken = trap->freedom - freedom_left;
        value[i] = trap->square_worth * (squares_taken < -trap->freedom ? -trap->freedom : squares_taken);
        if (value[i] != 0)
            plan_explain(context, i, value[i],
                         "%s from %d to %d the squares that %s can safely go to within %d move%s",
                         freedom_left < trap->freedom ? "cuts" : "raises", trap->freedom, freedom_left,
                         plan_piece_on(context, trap->prey, trap->square, name), (int)trap->option[MOVES],
                         plural((size_t)trap->option[MOVES]));
        any = any || freedom_left < trap->freedom;
    }
    return any;
}

/* Gives points to moves of the second nearest hunter that come nearer to the prey without adding to its
 * freedom. */
static bool score_approach(const struct trap *trap, double *value)
{
    const struct plan_context *context = trap->context;
    int second = trap->hunter[1];
    char name[PLAN_PIECE];
    for (int i = 0; i < context->count; i++) {
        const struct plan_move *move = &context->moves[i];
        if (move->piece == second && !plan_attacks(context, i) && value[i] >= 0 &&
            !is_risky(trap, second, move->move.to) &&
            square_distance(move->move.to, trap->square) < trap->way[1]) {
            value[i] = trap->option[APPROACH] * trap->square_worth;
            plan_explain(context, i, value[i], "brings a second own piece nearer to %s",
                         plan_piece_on(context, trap->prey, trap->square, name));
        }
    }
    return true;
}

/* Gives points for trapping enemy piece `subject` with at least two hunters. */
static bool evaluate_trap_piece(const struct plan_context *context, const double *option, int subject,
                                double *value)
{
    const struct plan_piece *prey = &context->piece[subject];
    struct trap trap = {.context = context, .option = option, .prey = subject, .square = prey->square};
    if (!prey->moved || prey->mobile <= 0)
        return false;
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        int number = context->own_first + i, square = context->piece[number].square;
        if (square == SQUARE_NONE)
            continue;
        int way = square_distance(square, prey->square);
        bool nearer = trap.count < HUNTERS || way < trap.way[HUNTERS - 1];
        if (nearer && can_hunt(&trap, number))
            add_hunter(&trap, number, way);
    }
    if (trap.count < 2)
        return false;
    trap.freedom = count_freedom(&trap, -1, SQUARE_NONE);
    trap.square_worth = option[SQUEEZE] * prey->value / trap.freedom; /* 1 or more: its own square counts */
    return score_squeeze(&trap, value) || score_approach(&trap, value);
}

const struct plan_kind plan_trap_piece = {
    .name = "TrapPiece", .column = "Trap",
    .words = "trap",
    .help = "two pieces take an enemy's freedom",
    .tier = PLAN_STRATEGIC, .subject = SUBJECT_ENEMY,
    .options = {"plan_trap_piece", "the plan TrapPiece: two pieces catch one", rows, OPTIONS},
    .evaluate = evaluate_trap_piece,
};
