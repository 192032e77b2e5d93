/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks for the enemy's marshal and spy while they are unknown (De Boer 2007, table 8.1 and appendix C, game
 * 1: without them no high piece dares to attack). */
#include "game/notation.h"
#include "plan/plan_common.h"
#include "plan/plans.h"

#include <math.h>

enum { WEIGHT, PLACES, MIN, POINTS, DECAY, USEFUL, CHEAP, OPTIONS };

static const struct option rows[OPTIONS] = {
    [WEIGHT] = PLAN_WEIGHT(1),
    [PLACES] = {"squares", OPTION_INT, 1, 8, 3, NULL, "pieces",
                "how many of the likeliest pieces are looked at", ""},
    [MIN] = {"least", OPTION_NUMBER, 0, 1, 0.1, NULL, "probability",
               "a piece is looked at from this probability on that it is the one sought", ""},
    [POINTS] = {"points", OPTION_NUMBER, 0, 1000, 4, NULL, "points",
                "points for standing next to the piece that is sought",
                "De Boer 2007, 5.2.2"},
    [DECAY] = {"decay", OPTION_NUMBER, 0, 1, 0.8, NULL, "times",
               "factor on the points for each move of the way", ""},
    [USEFUL] = {"useful", OPTION_NUMBER, 0, 10, 1.5, NULL, "times",
                "factor on the points while the own piece is left that fears the one sought: the marshal "
                "fears the spy, the general the marshal",
                "De Boer 2007, appendix C, game 1"},
    [CHEAP] = {"cheap", OPTION_NUMBER, 0, 100, 1.2, NULL, "times",
               "only a piece is sent whose value is at most this times the mean of the own pieces that move",
               ""},
};

enum { PLACES_MAX = 8 };

/* A piece that may be the one, and how far it is from everywhere. */
struct place {
    int square;
    double p;
    uint8_t moves[SQUARES];
};

/* The likeliest pieces, likeliest first; returns how many. */
static int find_places(const struct plan_context *context, const double *option, int rank,
                       struct place place[PLACES_MAX])
{
    int count = 0, most = (int)option[PLACES];
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        const struct plan_piece *piece = &context->piece[context->enemy_first + i];
        if (!plan_unknown(piece) || piece->p[rank] < option[MIN] || piece->p[rank] <= 0)
            continue;
        int at = count < most ? count++ : most - 1;
        if (at == most - 1 && count == most && place[at].p >= piece->p[rank] && place[at].p > 0)
            continue;
        for (; at > 0 && place[at - 1].p < piece->p[rank]; at--)
            place[at] = place[at - 1];
        place[at].square = piece->square;
        place[at].p = piece->p[rank];
    }
    for (int i = 0; i < count; i++)
        plan_distances(context, bit(place[i].square), context->own | context->goals, place[i].moves);
    return count;
}

/* What standing on a square is worth, by the best target and the moves still to go; `of` gets that target's
 * square. */
static double pull(const struct place *place, int count, const double *power, int square, int *of)
{
    double most = 0;
    for (int i = 0; i < count; i++) {
        if (place[i].moves[square] == PATH_NEVER)
            continue;
        double now = place[i].p * power[place[i].moves[square]];
        if (now > most) {
            most = now;
            *of = place[i].square;
        }
    }
    return most;
}

static bool evaluate(const struct plan_context *context, const double *option, int subject,
                     double *value)
{
    struct place place[PLACES_MAX] = {{0}};
    double power[PATH_LONGEST + 1];
    int fearing = subject == SPY ? MARSHAL : GENERAL;
    int count = find_places(context, option, subject, place);
    double cheap = option[CHEAP] * plan_mean(context);
    bool any = false;
    if (!count)
        return false;
    double points = option[POINTS];
    if (context->worth->counts.left[context->me][fearing])
        points *= option[USEFUL];
    for (int i = 0; i <= PATH_LONGEST; i++)
        power[i] = i < 2 ? points : power[i - 1] * option[DECAY];
    for (int i = 0; i < context->count; i++) {
        const struct plan_move *m = &context->moves[i];
        const struct plan_piece *piece = &context->piece[m->piece];
        int of = SQUARE_NONE;
        if (m->victim != NO_PIECE || piece->value > cheap)
            continue;
        double from = pull(place, count, power, m->move.from, &of);
        double to = pull(place, count, power, m->move.to, &of);
        /* A move over several squares is worth its last step: it could be made later as well. */
        if (square_distance(m->move.from, m->move.to) > 1 && to > from)
            from = fmax(from, to * option[DECAY]);
        value[i] = to - from;
        any = any || value[i] != 0;
        if (context->explanation && of != SQUARE_NONE) {
            char square[SQUARE_TEXT];
            plan_explain(context, i, value[i], "the %s may be on %s: %.2f, before %.2f",
                         rank_table[subject].name,
                         plan_square(context, of, square), to, from);
        }
    }
    return any;
}

const struct plan_kind plan_seek = {
    .name = "Seek",
    .column = "Seek",
    .words = "search",
    .help = "sends cheap pieces to find the enemy's spy and marshal",
    .tier = PLAN_STRATEGIC,
    .subject = SUBJECT_HUNTED,
    .options = {"plan_seek",
                "the plan Seek: where the enemy's spy and marshal are", rows, OPTIONS,
                .formerly = "plan_search"},
    .evaluate = evaluate,
};
