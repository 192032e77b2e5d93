/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The way of one miner to what may be the enemy's flag, through the bombs around it, where no enemy piece
 * closes the way in time (De Boer 2007, 2.2.3 and 5.1.1). */
#include "base/plural.h"
#include "game/notation.h"
#include "plan/plan_common.h"
#include "plan/plans.h"

#include <math.h>

enum { WEIGHT, MIN, POINTS, DECAY, OPEN, BOMB_SHARE, THROUGH, FEAR, WATCHED, NEAR, OPTIONS };

static const struct option rows[OPTIONS] = {
    [WEIGHT] = PLAN_WEIGHT(1),
    [MIN] = {"min", OPTION_NUMBER, 0, 1, 0.1, NULL, "probability",
             "an enemy piece may be the flag from this probability on", "", "least"},
    [POINTS] = {"points", OPTION_NUMBER, 0, 1000, 40, NULL, "points",
                "points for standing next to what is certainly the flag", "De Boer 2007, 5.2.2"},
    [DECAY] = {"decay", OPTION_NUMBER, 0, 1, 0.85, NULL, "times",
               "factor on the points for each move of the way", ""},
    [OPEN] = {"open", OPTION_NUMBER, 1, 10, 2, NULL, "times",
              "factor on the points where no bomb bars the way to the flag", ""},
    [BOMB_SHARE] = {"bomb", OPTION_NUMBER, 0, 1, 0.1, NULL, "times",
                    "factor on the points for the way to known bombs, while no piece is suspected to be the "
                    "flag", ""},
    [THROUGH] = {"through", OPTION_NUMBER, 0, 1, 0.25, NULL, "probability",
                 "a piece that is a bomb with this probability may be attacked on the way", ""},
    [FEAR] = {"fear", OPTION_NUMBER, 0, 1, 0.3, NULL, "probability",
              "an enemy piece that beats a miner with this probability closes its way", ""},
    [WATCHED] = {"watched", OPTION_NUMBER, 0, 1, 0.1, NULL, "times",
                 "factor on the points where an enemy piece closes the way: a guard of the flag is tied down",
                 ""},
    [NEAR] = {"near", OPTION_INT, 0, 91, 6, NULL, "moves",
              "`watched` applies only where the flag is at most this many moves from the miner", ""},
};

enum { GOALS_MAX = 6 };

/* A square that may be the flag. */
struct goal {
    int square;
    double share;    /* of the points, 0 .. 1: the probability of the flag, or `bomb` for a bomb */
};

/* The data for all moves of one miner. */
struct way {
    const struct plan_context *context;
    const double *option;
    bitboard closers;        /* squares of enemy pieces that can block ways, and those of their next moves */
    bitboard walls;          /* squares that a miner cannot pass */
    bitboard bombs;          /* probable bombs, which a miner passes */
    int count;
    struct goal goal[GOALS_MAX];
    bitboard goals;          /* squares of all goals */
    double max_points;       /* upper bound of the points of any way */
    double power[PATH_LONGEST + 1]; /* [moves]: decay to this power; below 0: not computed yet */
};

/* Adds a goal; if the list is full, it replaces the one with the lowest share. */
static void add_goal(struct way *way, int square, double share)
{
    int lowest = 0;
    if (way->count < GOALS_MAX) {
        way->goal[way->count++] = (struct goal){square, share};
        return;
    }
    for (int i = 1; i < GOALS_MAX; i++)
        if (way->goal[i].share < way->goal[lowest].share)
            lowest = i;
    if (way->goal[lowest].share < share)
        way->goal[lowest] = (struct goal){square, share};
}

/* Finds goals, walls and enemy pieces that can block ways. Without a probable flag, known bombs are the
 * goals. */
static void way_start(struct way *way, const struct plan_context *context, const double *option)
{
    bitboard movers = 0, known = 0;
    *way = (struct way){.context = context, .option = option};
    for (int i = 0; i <= PATH_LONGEST; i++)
        way->power[i] = -1;
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        const struct plan_piece *piece = &context->piece[context->enemy_first + i];
        if (piece->square == SQUARE_NONE)
            continue;
        if (piece->moved || piece->known)
            movers |= bit(piece->square);
        if (piece->p[BOMB] >= option[THROUGH])
            way->bombs |= bit(piece->square);
        if (piece->known && piece->rank == BOMB)
            known |= bit(piece->square);
        if (piece->p[FLAG] >= option[MIN] && piece->p[FLAG] > 0)
            add_goal(way, piece->square, piece->p[FLAG]);
    }
    /* Enemy pieces that have not moved do not leave their squares. */
    bitboard closers = plan_dangerous_enemies(context, MINER, option[FEAR]) & movers;
    way->walls = (context->own & ~context->own_mobile) | (context->foe & ~way->bombs);
    /* The opponent is to move, so they may be a step further. */
    way->closers = closers | (bits_around(closers) & ~(context->foe & ~movers));
    if (!way->count)
        while (known)
            add_goal(way, bits_pop(&known), option[BOMB_SHARE]);
    for (int i = 0; i < way->count; i++) {
        double share = option[POINTS] * way->goal[i].share * option[OPEN];
        way->goals |= bit(way->goal[i].square);
        way->max_points = fmax(way->max_points, share);
    }
}

/* Returns whether one of the goals is reached. */
static bool any_way(const struct way *way, const uint8_t ways[SQUARES])
{
    for (int i = 0; i < way->count; i++)
        if (ways[way->goal[i].square] <= PATH_LONGEST)
            return true;
    return false;
}

/* Returns whether all goals are more than `near` moves away. Then a blocked way has no points. */
static bool is_far(const struct way *way, int square)
{
    for (int i = 0; i < way->count; i++)
        if (square_distance(square, way->goal[i].square) <= way->option[NEAR])
            return false;
    return true;
}

/* Returns the points for the miner on `square` with the opponent to move: those of its best goal. `closers`:
 * the enemy pieces that can block ways. If the result is above 0, `goal` and `length` get the goal's square
 * and the moves to it. */
static double points_for_ways(struct way *way, int square, bitboard closers, int *goal, int *length)
{
    double best = 0;
    uint8_t ways[SQUARES], open_ways[SQUARES];
    struct path_terms terms = {
        .friends = bit(square),
        .enemies = closers & ~bit(square),
        .friend_walls = way->walls, .enemy_walls = way->bombs,
    };
    if (bit_in(closers, square)) /* an enemy piece is there, or can be with its next move */
        return 0;
    path_lengths(&terms, way->goals, ways);
    /* The same without passing bombs: a goal at the same distance has an open way. */
    terms.friend_walls |= way->bombs;
    if (way->bombs && any_way(way, ways))
        path_lengths(&terms, way->goals, open_ways);
    for (int i = 0; i < way->count; i++) {
        int square_of_goal = way->goal[i].square, moves = ways[square_of_goal];
        double points = way->option[POINTS] * way->goal[i].share;
        if (moves > PATH_LONGEST)
            continue;
        if (way->bombs && open_ways[square_of_goal] == moves)
            points *= way->option[OPEN];
        if (way->power[moves] < 0) /* not computed yet */
            way->power[moves] = pow(way->option[DECAY], moves);
        points *= way->power[moves];
        if (points > best) {
            best = points;
            *goal = square_of_goal;
            *length = moves;
        }
    }
    return best;
}

/* Returns the points for the miner on `square`: those of its best open way. A blocked way of at most `near`
 * moves ties the enemy pieces that block it, and gives the share `watched` of its points; the result is the
 * larger of the two. */
static double points_for_square(struct way *way, int square, int *goal, int *length)
{
    int watched_goal, watched_length;
    double open = points_for_ways(way, square, way->closers, goal, length);
    if (!way->closers || open >= way->option[WATCHED] * way->max_points || is_far(way, square))
        return open; /* no watched way could be worth more: max_points is its bound */
    double watched = points_for_ways(way, square, 0, &watched_goal, &watched_length);
    if (watched <= 0 || watched_length > way->option[NEAR] || open >= way->option[WATCHED] * watched)
        return open;
    *goal = watched_goal;
    *length = watched_length;
    return way->option[WATCHED] * watched;
}

/* Gives the miner's quiet moves the difference of points_for_square between their target and their start
 * square. */
static bool evaluate_miner_way(const struct plan_context *context, const double *option, int subject,
                               double *value)
{
    struct way way;
    int goal = 0, length = 0;
    bool started = false;
    double before = 0;
    for (int i = 0; i < context->count; i++) {
        const struct plan_move *m = &context->moves[i];
        if (m->piece != subject || m->victim != NO_PIECE)
            continue;
        if (!started) {
            way_start(&way, context, option);
            if (!way.count)
                return false;
            before = points_for_square(&way, m->move.from, &goal, &length);
            started = true;
        }
        double after = points_for_square(&way, m->move.to, &goal, &length);
        value[i] = after - before;
        if (after > 0 && context->explanation) {
            char square[SQUARE_TEXT];
            plan_explain(context, i, value[i],
                         "%s %d move%s %s what may be the flag, on %s|: %.2f, before %.2f",
                         after > before ? "brings the miner within" : "takes the miner back to", length,
                         plural((uint64_t)length), after > before ? "of" : "from",
                         plan_square(context, goal, square), after,
                         before);
        } else {
            plan_explain(context, i, value[i], "takes the miner off its way to the flag|, worth %.2f points",
                         before);
        }
    }
    return started;
}

const struct plan_kind plan_miner_way = {
    .name = "MinerWay", .column = "Mine",
    .words = "miner to the flag",
    .help = "leads a miner to what may be the flag",
    .tier = PLAN_STRATEGIC, .subject = SUBJECT_MINER,
    .options = {"plan_miner_way", "the plan MinerWay: a miner's way to the enemy's flag", rows, OPTIONS},
    .evaluate = evaluate_miner_way,
};
