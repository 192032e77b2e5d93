/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sends cheap pieces to unknown enemy pieces, unmoved ones included, to reveal their ranks (De Boer 2007,
 * table 8.1 and appendix C, game 2). */
#include "game/notation.h"
#include "plan/plan_common.h"
#include "plan/plans.h"
#include "plan/profit.h"

#include <math.h>
#include <string.h>

enum { WEIGHT, CHEAP, SHARE, DECAY, OPTIONS };

static const struct option rows[OPTIONS] = {
    [WEIGHT] = PLAN_WEIGHT(1),
    [CHEAP] = {"cheap", OPTION_NUMBER, 0, 100, 1.2, NULL, "times",
               "only a piece is sent whose value is at most this times the mean of the own pieces that move",
               ""},
    [SHARE] = {"share", OPTION_NUMBER, 0, 10, 0.15, NULL, "times",
               "points for standing next to an unknown piece: this part of what attacking it may reveal",
               "De Boer 2007, 5.2.2: strategic plans 2 to 5 points"},
    [DECAY] = {"decay", OPTION_NUMBER, 0, 1, 0.75, NULL, "times",
               "factor for each move of the way to the unknown piece", ""},
};

enum { FARTHEST = 12 }; /* moves; targets farther away do not count */

/* The unknown enemy pieces that cheap pieces can reach, and their distances. */
struct targets {
    const struct plan_context *context;
    int count;
    uint8_t target[PIECES_A_SIDE];       /* numbers of the pieces */
    uint8_t farthest[PIECES_A_SIDE];     /* maximum over the squares of the moves to the target */
    uint8_t way[SQUARES][PIECES_A_SIDE]; /* [square][target]: moves; 0: out of reach */
};

/* The points that cheap pieces of one rank get for a distance to each target. */
struct pulls {
    bool computed;
    double points[PIECES_A_SIDE][FARTHEST + 1]; /* [target][moves]: points; 0 for moves 0, out of reach */
};

/* Computes the moves from the squares `wanted` to target number `which` by a breadth-first search. Returns
 * the maximum; 0 if none of the squares reaches it. */
static int compute_distances(struct targets *targets, int which, bitboard wanted)
{
    int farthest = 0;
    const struct plan_context *context = targets->context;
    bitboard wave = bit(context->piece[targets->target[which]].square);
    /* Squares not reached yet that a piece may stand on, own pieces included; squares that it may pass. */
    bitboard free = ~(context->foe | BITS_LAKES), passed = ~(context->own & ~context->own_mobile);
    for (int moves = 1; moves <= FARTHEST && wave && (wanted & free); moves++) {
        wave = bits_around(wave) & free;
        free &= ~wave;
        for (bitboard rest = wave & wanted; rest; farthest = moves)
            targets->way[bits_pop(&rest)][which] = (uint8_t)moves;
        wave &= passed;
    }
    return farthest;
}

/* Lists the unknown enemy pieces in reach of pieces worth at most `cheap` points, with their distances. */
static void find_targets(struct targets *targets, const struct plan_context *context, double cheap)
{
    bitboard wanted = 0;
    targets->context = context;
    targets->count = 0;
    memset(targets->way, 0, sizeof targets->way);
    for (int i = 0; i < context->count; i++) {
        const struct plan_move *m = &context->moves[i];
        if (m->victim == NO_PIECE && context->piece[m->piece].value <= cheap)
            wanted |= bit(m->move.from) | bit(m->move.to);
    }
    for (int i = 0; i < PIECES_A_SIDE; i++)
        if (plan_is_unknown(&context->piece[context->enemy_first + i])) {
            targets->target[targets->count] = (uint8_t)(context->enemy_first + i);
            targets->farthest[targets->count] = (uint8_t)compute_distances(targets, targets->count, wanted);
            targets->count += targets->farthest[targets->count] > 0;
        }
}

/* Computes the points that draw an own piece of `rank` to each target, by its distance. */
static void compute_pull(const struct targets *targets, const double *option, int rank, struct pulls *pulls)
{
    struct meetings meetings;
    plan_meetings_of_rank(&meetings, targets->context, rank);
    pulls->computed = true;
    for (int i = 0; i < targets->count; i++) {
        double *points = pulls->points[i];
        points[0] = 0;
        points[1] = option[SHARE] * plan_meetings_total(&meetings, targets->target[i]);
        for (int moves = 2; moves <= targets->farthest[i]; moves++)
            points[moves] = points[moves - 1] * option[DECAY];
    }
}

/* Returns the points for standing on a square: those of the target with the highest points. `target_square`
 * gets the square of that target, SQUARE_NONE if there is none. */
static double pull_of_square(const struct targets *targets, const struct pulls *pulls, int square,
                             int *target_square)
{
    double best = 0;
    *target_square = SQUARE_NONE;
    for (int i = 0; i < targets->count; i++) {
        double now = pulls->points[i][targets->way[square][i]];
        if (now > best) {
            best = now;
            *target_square = targets->context->piece[targets->target[i]].square;
        }
    }
    return best;
}

/* Gives cheap pieces points for coming nearer to an unknown piece that is worth attacking. */
static bool evaluate_information(const struct plan_context *context, const double *option, int subject,
                                 double *value)
{
    struct targets targets;
    struct pulls pulls_of_rank[RANKS];
    double cheap = option[CHEAP] * plan_mean_value(context);
    (void)subject;
    for (int rank = 0; rank < RANKS; rank++)
        pulls_of_rank[rank].computed = false;
    find_targets(&targets, context, cheap);
    for (int i = 0; i < context->count; i++) {
        const struct plan_move *m = &context->moves[i];
        const struct plan_piece *piece = &context->piece[m->piece];
        if (m->victim != NO_PIECE || piece->value > cheap)
            continue;
        struct pulls *pulls = &pulls_of_rank[piece->rank];
        if (!pulls->computed)
            compute_pull(&targets, option, piece->rank, pulls);
        int target_to, target_from;
        double to = pull_of_square(&targets, pulls, m->move.to, &target_to);
        double here = pull_of_square(&targets, pulls, m->move.from, &target_from);
        /* A move over several squares gets only the points of its last step: a later move can still make
         * it. */
        bool run = square_distance(m->move.from, m->move.to) > 1;
        double from = run && to > here ? fmax(here, to * option[DECAY]) : here;
        value[i] = to - from;
        if (value[i] != 0 && context->explanation) {
            char square[SQUARE_TEXT];
            plan_square(context, to > from ? target_to : target_from, square);
            plan_explain(context, i, value[i], "goes %s the unknown piece on %s|: %.2f, before %.2f",
                         to > from ? "nearer to" : "away from", square, to, from);
        }
    }
    return true;
}

const struct plan_kind plan_information = {
    .name = "Information", .column = "Intl",
    .words = "looking at pieces",
    .help = "sends cheap pieces to look at unknown ones",
    .tier = PLAN_STRATEGIC, .subject = SUBJECT_GAME,
    .options = {"plan_information", "the plan Information: cheap pieces look at unknown ones", rows, OPTIONS},
    .evaluate = evaluate_information,
};
