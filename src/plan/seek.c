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
    [MIN] = {"min", OPTION_NUMBER, 0, 1, 0.1, NULL, "probability",
             "a piece is looked at from this probability on that it is the one sought", "", "least"},
    [POINTS] = {"points", OPTION_NUMBER, 0, 1000, 4, NULL, "points",
                "points for standing next to the piece that is sought", "De Boer 2007, 5.2.2"},
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

enum { CANDIDATES_MAX = 8 };

/* An enemy piece that may be the one sought, and the moves to it from each square. */
struct candidate {
    int square;
    double p;                /* probability that it is the one sought */
    uint8_t moves[SQUARES];  /* plan_distances */
};

/* Lists the enemy pieces that are most probably of `rank`, the most probable first; returns their number. */
static int find_candidates(const struct plan_context *context, const double *option, int rank,
                           struct candidate candidate[CANDIDATES_MAX])
{
    int count = 0, max_count = (int)option[PLACES];
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        const struct plan_piece *piece = &context->piece[context->enemy_first + i];
        if (!plan_is_unknown(piece) || piece->p[rank] < option[MIN] || piece->p[rank] <= 0)
            continue;
        /* A full list drops its last one for a more probable one. A free entry has probability 0. */
        int index = count < max_count ? count++ : max_count - 1;
        if (index == max_count - 1 && count == max_count && candidate[index].p >= piece->p[rank] &&
            candidate[index].p > 0)
            continue;
        for (; index > 0 && candidate[index - 1].p < piece->p[rank]; index--)
            candidate[index] = candidate[index - 1];
        candidate[index].square = piece->square;
        candidate[index].p = piece->p[rank];
    }
    for (int i = 0; i < count; i++)
        plan_distances(context, bit(candidate[i].square), context->own | context->targets,
                       candidate[i].moves);
    return count;
}

/* Returns the points for standing on `square`: the maximum over the targets of the probability times
 * power[moves to the target]. `target_square` gets that target's square if the result is above 0. */
static double points_of_square(const struct candidate *candidate, int count, const double *power, int square,
                               int *target_square)
{
    double best = 0;
    for (int i = 0; i < count; i++) {
        if (candidate[i].moves[square] == PATH_NEVER)
            continue;
        double points = candidate[i].p * power[candidate[i].moves[square]];
        if (points > best) {
            best = points;
            *target_square = candidate[i].square;
        }
    }
    return best;
}

/* Gives cheap pieces points for coming nearer to a piece that may be the enemy's spy or marshal. */
static bool evaluate_seek(const struct plan_context *context, const double *option, int subject,
                          double *value)
{
    struct candidate candidate[CANDIDATES_MAX] = {{0}};
    double power[PATH_LONGEST + 1];
    int endangered = subject == SPY ? MARSHAL : GENERAL;
    int count = find_candidates(context, option, subject, candidate);
    double cheap = option[CHEAP] * plan_mean_value(context);
    if (!count)
        return false;
    double points = option[POINTS];
    if (context->worth->counts.left[context->me][endangered])
        points *= option[USEFUL];
    for (int i = 0; i <= PATH_LONGEST; i++)
        power[i] = i < 2 ? points : power[i - 1] * option[DECAY]; /* 1: next to it, the full points */
    for (int i = 0; i < context->count; i++) {
        const struct plan_move *m = &context->moves[i];
        const struct plan_piece *piece = &context->piece[m->piece];
        int target_square = SQUARE_NONE;
        if (m->victim != NO_PIECE || piece->value > cheap)
            continue;
        double from = points_of_square(candidate, count, power, m->move.from, &target_square);
        double to = points_of_square(candidate, count, power, m->move.to, &target_square);
        /* A move over several squares gets only the points of its last step: a later move can still make
         * it. */
        if (square_distance(m->move.from, m->move.to) > 1 && to > from)
            from = fmax(from, to * option[DECAY]);
        value[i] = to - from;
        if (context->explanation && target_square != SQUARE_NONE) {
            char square[SQUARE_TEXT];
            plan_explain(context, i, value[i],
                         "goes %s the piece on %s, which may be the %s|: %.2f, before %.2f",
                         to > from ? "nearer to" : "away from", plan_square(context, target_square, square),
                         rank_table[subject].name, to, from);
        }
    }
    return true;
}

const struct plan_kind plan_seek = {
    .name = "Seek", .column = "Seek",
    .words = "search",
    .help = "sends cheap pieces to find the enemy's spy and marshal",
    .tier = PLAN_STRATEGIC, .subject = SUBJECT_HUNTED,
    .options = {"plan_seek", "the plan Seek: where the enemy's spy and marshal are", rows, OPTIONS,
                .formerly = "plan_search"},
    .evaluate = evaluate_seek,
};
