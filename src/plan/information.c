/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Brings cheap pieces to where there is something to learn: unknown enemy pieces, the unmoved too (De
 * Boer 2007, table 8.1 and appendix C, game 2). */
#include "game/notation.h"
#include "plan/plan_common.h"
#include "plan/plans.h"
#include "plan/profit.h"

#include <math.h>

enum { WEIGHT, CHEAP, SHARE, DECAY, OPTIONS };

static const struct option rows[OPTIONS] = {
    [WEIGHT] = {"weight", OPTION_NUMBER, 0, 100, 1, NULL, "times",
                "factor on all points of this plan; 0 switches it off", ""},
    [CHEAP] = {"cheap", OPTION_NUMBER, 0, 100, 1.2, NULL, "times",
               "only a piece is sent whose value is at most this times the mean of the own pieces that move",
               ""},
    [SHARE] = {"share", OPTION_NUMBER, 0, 10, 0.15, NULL, "times",
               "points for standing next to an unknown piece: this part of what attacking it may reveal",
               "De Boer 2007, 5.2.2: strategic plans 2 to 5 points"},
    [DECAY] = {"decay", OPTION_NUMBER, 0, 1, 0.75, NULL, "times",
               "factor for each move of the way to the unknown piece", ""},
};

const struct option_group plan_information_group = {
    "plan_information", "the plan Information: cheap pieces look at unknown ones", rows, OPTIONS,
};

enum { FARTHEST = 12 };

/* What cheap pieces of one rank are drawn to. */
struct draw {
    bool known;
    double at[SQUARES];      /* for standing there */
    uint8_t to[SQUARES];     /* towards which square; SQUARE_NONE: nothing in reach */
};

/* Spreads one target's points over the squares from which it can be reached. */
static void spread(const struct plan_context *context, struct draw *draw, int square, double pull,
                   double decay)
{
    bitboard wave = bit(square), seen = wave;
    bitboard passed = ~((context->own & ~context->own_mobile) | context->foe | BITS_LAKES);
    for (int moves = 1; moves <= FARTHEST && wave; moves++) {
        wave = bits_around(wave) & ~seen & ~BITS_LAKES & ~context->foe;
        seen |= wave;
        for (bitboard rest = wave; rest;) {
            int at = bits_pop(&rest);
            if (pull > draw->at[at]) {
                draw->at[at] = pull;
                draw->to[at] = (uint8_t)square;
            }
        }
        wave &= passed;
        pull *= decay;
    }
}

static void fill(const struct plan_context *context, const double *option, int rank,
                 struct draw *draw)
{
    *draw = (struct draw){.known = true};
    for (int square = 0; square < SQUARES; square++)
        draw->to[square] = SQUARE_NONE;
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        int number = context->enemy_first + i;
        if (!plan_unknown(&context->piece[number]))
            continue;
        double pull = option[SHARE] * plan_prospect(context, rank, number);
        if (pull > 0)
            spread(context, draw, context->piece[number].square, pull, option[DECAY]);
    }
}

static bool evaluate(const struct plan_context *context, const double *option, int subject,
                     double *value)
{
    struct draw draws[RANKS];
    double cheap = option[CHEAP] * plan_mean(context);
    bool any = false;
    (void)subject;
    for (int rank = 0; rank < RANKS; rank++)
        draws[rank].known = false;
    for (int i = 0; i < context->count; i++) {
        const struct plan_move *m = &context->moves[i];
        const struct plan_piece *piece = &context->piece[m->piece];
        if (m->victim != NO_PIECE || piece->value > cheap)
            continue;
        struct draw *draw = &draws[piece->rank];
        if (!draw->known)
            fill(context, option, piece->rank, draw);
        double to = draw->at[m->move.to];
        /* A move over several squares is worth its last step: it could be made later as well. */
        bool run = square_distance(m->move.from, m->move.to) > 1;
        double from = run && to > draw->at[m->move.from] ? fmax(draw->at[m->move.from],
                                                                to * option[DECAY])
                                                         : draw->at[m->move.from];
        value[i] = to - from;
        any = any || value[i] != 0;
        if (value[i] != 0 && context->explanation) {
            bool reached = draw->to[m->move.to] != SQUARE_NONE;
            char square[SQUARE_TEXT];
            plan_square(context, draw->to[reached ? m->move.to : m->move.from], square);
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
    .options = &plan_information_group,
    .evaluate = evaluate,
};
