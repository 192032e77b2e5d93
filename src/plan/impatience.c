/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ends moving back and forth in a game that should be won: riskier attacks on unknown pieces, and steps
 * towards them, get more points with time (De Boer 2007, appendix C, game 5). */
#include "base/plural.h"
#include "plan/plans.h"
#include "plan/plan_common.h"

enum { WEIGHT, PATIENCE, POINTS, MOST, STATE, APPROACH, OPTIONS };

static const struct option rows[OPTIONS] = {
    [WEIGHT] = {"weight", OPTION_NUMBER, 0, 100, 1, NULL, "times",
                "factor on all points of this plan; 0 switches it off", ""},
    [PATIENCE] = {"patience", OPTION_INT, 0, 10000, 30, NULL, "plies",
                  "plies without an attack before the plan begins",
                  "De Boer 2007, appendix C, game 5: it went on so for 170"},
    [POINTS] = {"points", OPTION_NUMBER, 0, 1000, 4, NULL, "points",
                "points for an attack on an unknown piece, for every 10 plies beyond that", ""},
    [MOST] = {"most", OPTION_NUMBER, 0, 1000, 60, NULL, "points",
              "the most points for such an attack", ""},
    [STATE] = {"state", OPTION_NUMBER, 0, 10, 1, NULL, "times",
               "the plan acts with the state of the game from here up, and sends a piece only if the state "
               "stays above it without that piece",
               "De Boer 2007, appendix C, game 5: while he should be winning"},
    [APPROACH] = {"approach", OPTION_NUMBER, 0, 1, 0.5, NULL, "times",
                  "part of the points for a step towards an unknown piece, and the same taken off for a "
                  "step back", ""},
};

const struct option_group plan_impatience_group = {
    "plan_impatience", "the plan Impatience: a won game is not shuffled away", rows, OPTIONS,
};

/* Whether the game stays above `state` without one own piece of the rank. */
static bool expendable(const struct plan_context *context, int rank, double state)
{
    const struct worth *worth = context->worth;
    double left = worth->strength[context->me] - worth->value[context->me][rank];
    return left > state * worth->strength[context->enemy];
}

static bool evaluate(const struct plan_context *context, const double *option, int subject,
                     double *value)
{
    double tired = (context->quiet - option[PATIENCE]) / 10 * option[POINTS];
    bool can_risk[RANKS];
    bitboard unknown = 0;
    uint8_t way[SQUARES];
    (void)subject;
    if (tired <= 0 || plan_state(context) < option[STATE])
        return false;
    if (tired > option[MOST])
        tired = option[MOST];
    for (int rank = 0; rank < RANKS; rank++)
        can_risk[rank] = rank_moves(rank) && expendable(context, rank, option[STATE]);
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        const struct plan_piece *piece = &context->piece[context->enemy_first + i];
        if (plan_unknown(piece))
            unknown |= bit(piece->square);
    }
    plan_distances(context, unknown, way);
    bool any = false;
    for (int i = 0; i < context->count; i++) {
        const struct plan_move *m = &context->moves[i];
        const struct plan_piece *piece = &context->piece[m->piece];
        if (!can_risk[piece->rank])
            continue;
        if (m->victim != NO_PIECE) {
            if (!bit_in(unknown, m->move.to))
                continue;
            value[i] = tired;
            plan_explain(context, i, value[i], "%u %s without an attack: time for one",
                         (unsigned)context->quiet, plural_of(context->quiet, "ply", "plies"));
        } else if (m->move.to == piece->from && !plan_touched(context, m->move.from)) {
            value[i] = -option[APPROACH] * tired;
            plan_explain(context, i, value[i], "%u %s without an attack, and back again",
                         (unsigned)context->quiet, plural_of(context->quiet, "ply", "plies"));
        } else if (way[m->move.to] < way[m->move.from]) {
            value[i] = option[APPROACH] * tired / way[m->move.to];
            plan_explain(context, i, value[i], "%u %s without an attack: %u move%s from an unknown piece",
                         (unsigned)context->quiet, plural_of(context->quiet, "ply", "plies"),
                         way[m->move.to], plural(way[m->move.to]));
        }
        any = any || value[i] != 0;
    }
    return any;
}

const struct plan_kind plan_impatience = {
    .name = "Impatience",
    .column = "Impt",
    .words = "impatience",
    .help = "attacks more boldly when nothing happens in a won game",
    .tier = PLAN_GENERAL,
    .subject = SUBJECT_GAME,
    .options = &plan_impatience_group,
    .evaluate = evaluate,
};
