/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Brings cheap pieces to where there is something to learn: unknown enemy pieces, the unmoved too (De
 * Boer 2007, table 8.1 and appendix C, game 2). */
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

enum { FARTHEST = 12 };

/* The unknown pieces in reach, and how far off they are from the squares that moves start from or lead to. */
struct sights {
    const struct plan_context *context;
    int count;
    uint8_t target[PIECES_A_SIDE];       /* their numbers, */
    uint8_t farthest[PIECES_A_SIDE];     /* and the most moves that one of the squares is off */
    uint8_t way[SQUARES][PIECES_A_SIDE]; /* from a square to each of them: moves; 0: it is out of reach */
};

/* What cheap pieces of one rank are drawn to. */
struct draw {
    bool known;
    double pull[PIECES_A_SIDE][FARTHEST + 1]; /* of each unknown piece, by moves; out of reach (0): 0 */
};

/* Notes the squares among `asked` from which one target can be reached, and the most moves it takes; 0 where
 * there is none. */
static int spread(struct sights *sights, int which, bitboard wanted)
{
    int farthest = 0;
    const struct plan_context *context = sights->context;
    bitboard wave = bit(context->piece[sights->target[which]].square);
    bitboard free = ~(context->foe | BITS_LAKES), passed = ~(context->own & ~context->own_mobile);
    for (int moves = 1; moves <= FARTHEST && wave && (wanted & free); moves++) {
        wave = bits_around(wave) & free;
        free &= ~wave;
        for (bitboard rest = wave & wanted; rest; farthest = moves)
            sights->way[bits_pop(&rest)][which] = (uint8_t)moves;
        wave &= passed;
    }
    return farthest;
}

static void look_around(struct sights *sights, const struct plan_context *context, double cheap)
{
    bitboard wanted = 0;
    sights->context = context;
    sights->count = 0;
    memset(sights->way, 0, sizeof sights->way);
    for (int i = 0; i < context->count; i++) {
        const struct plan_move *m = &context->moves[i];
        if (m->victim == NO_PIECE && context->piece[m->piece].value <= cheap)
            wanted |= bit(m->move.from) | bit(m->move.to);
    }
    for (int i = 0; i < PIECES_A_SIDE; i++)
        if (plan_unknown(&context->piece[context->enemy_first + i])) {
            sights->target[sights->count] = (uint8_t)(context->enemy_first + i);
            sights->farthest[sights->count] = (uint8_t)spread(sights, sights->count, wanted);
            sights->count += sights->farthest[sights->count] > 0;
        }
}

static void fill(const struct sights *sights, const double *option, int rank, struct draw *draw)
{
    struct meetings meetings;
    plan_meetings_of_rank(&meetings, sights->context, rank);
    draw->known = true;
    for (int i = 0; i < sights->count; i++) {
        double *pull = draw->pull[i];
        pull[0] = 0;
        pull[1] = option[SHARE] * plan_meetings_total(&meetings, sights->target[i]);
        for (int moves = 2; moves <= sights->farthest[i]; moves++)
            pull[moves] = pull[moves - 1] * option[DECAY];
    }
}

/* The points for standing on a square; `of` gets the square of the piece that draws most, SQUARE_NONE where
 * none does. */
static double drawn_to(const struct sights *sights, const struct draw *draw, int square, int *of)
{
    double most = 0;
    *of = SQUARE_NONE;
    for (int i = 0; i < sights->count; i++) {
        double pull = draw->pull[i][sights->way[square][i]];
        if (pull > most) {
            most = pull;
            *of = sights->context->piece[sights->target[i]].square;
        }
    }
    return most;
}

static bool evaluate(const struct plan_context *context, const double *option, int subject,
                     double *value)
{
    struct sights sights;
    struct draw draws[RANKS];
    double cheap = option[CHEAP] * plan_mean(context);
    bool any = false;
    (void)subject;
    for (int rank = 0; rank < RANKS; rank++)
        draws[rank].known = false;
    look_around(&sights, context, cheap);
    for (int i = 0; i < context->count; i++) {
        const struct plan_move *m = &context->moves[i];
        const struct plan_piece *piece = &context->piece[m->piece];
        if (m->victim != NO_PIECE || piece->value > cheap)
            continue;
        struct draw *draw = &draws[piece->rank];
        if (!draw->known)
            fill(&sights, option, piece->rank, draw);
        int of, left;
        double to = drawn_to(&sights, draw, m->move.to, &of);
        double here = drawn_to(&sights, draw, m->move.from, &left);
        /* A move over several squares is worth its last step: it could be made later as well. */
        bool run = square_distance(m->move.from, m->move.to) > 1;
        double from = run && to > here ? fmax(here, to * option[DECAY]) : here;
        value[i] = to - from;
        any = any || value[i] != 0;
        if (value[i] != 0 && context->explanation) {
            bool reached = of != SQUARE_NONE;
            char square[SQUARE_TEXT];
            plan_square(context, reached ? of : left, square);
            plan_explain(context, i, value[i], "%s the unknown piece on %s: %.2f, before %.2f",
                         reached ? "nearer to" : "away from", square, to, from);
        }
    }
    return any;
}

const struct plan_kind plan_information = {
    .name = "Information",
    .column = "Intl",
    .words = "looking at pieces",
    .help = "sends cheap pieces to look at unknown ones",
    .tier = PLAN_STRATEGIC,
    .subject = SUBJECT_GAME,
    .options = {"plan_information", "the plan Information: cheap pieces look at unknown ones", rows, OPTIONS},
    .evaluate = evaluate,
};
