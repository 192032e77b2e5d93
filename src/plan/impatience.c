/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gets tired of moving back and forth in a game that should be won: less favourable attacks on unknown
 * pieces, and ways to them, become worth while (De Boer 2007, appendix C, game 5). */
#include "plan/plans.h"
#include "plan/reckon.h"

enum { WEIGHT, PATIENCE, POINTS, MOST, STATE, APPROACH, OPTIONS };

static const struct option rows[OPTIONS] = {
    [WEIGHT] = {"weight", OPTION_NUMBER, 0, 100, 1, NULL, "times", "of the plan; 0 switches it off",
                ""},
    [PATIENCE] = {"patience", OPTION_INT, 0, 10000, 30, NULL, "plies",
                  "without an attack that are borne",
                  "De Boer 2007, appendix C, game 5: it went on so for 170"},
    [POINTS] = {"points", OPTION_NUMBER, 0, 1000, 4, NULL, "points",
                "more for such an attack, every 10 plies", ""},
    [MOST] = {"most", OPTION_NUMBER, 0, 1000, 60, NULL, "points", "but not above this", ""},
    [STATE] = {"state", OPTION_NUMBER, 0, 10, 1, NULL, "times",
               "from this state on, and while it stays above it if the attacker is lost",
               "De Boer 2007, appendix C, game 5: while he should be winning"},
    [APPROACH] = {"approach", OPTION_NUMBER, 0, 1, 0.5, NULL, "times",
                  "of it for a step towards such a piece, and off for one back", ""},
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
    bool spare[RANKS];
    bitboard unknown = 0;
    uint8_t way[SQUARES];
    (void)subject;
    if (tired <= 0 || plan_state(context) < option[STATE])
        return false;
    if (tired > option[MOST])
        tired = option[MOST];
    for (int rank = 0; rank < RANKS; rank++)
        spare[rank] = rank_moves(rank) && expendable(context, rank, option[STATE]);
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        const struct plan_man *man = &context->man[context->enemy_first + i];
        if (plan_unknown(man))
            unknown |= bit(man->square);
    }
    plan_distances(context, unknown, way);
    bool any = false;
    for (int i = 0; i < context->count; i++) {
        const struct plan_move *m = &context->moves[i];
        const struct plan_man *man = &context->man[m->piece];
        if (!spare[man->rank])
            continue;
        if (m->victim != NO_PIECE) {
            if (!bit_in(unknown, m->move.to))
                continue;
            value[i] = tired;
            plan_tell(context, i, value[i], "%u plies without an attack: why not try this",
                      (unsigned)context->quiet);
        } else if (m->move.to == man->from && !plan_touched(context, m->move.from)) {
            value[i] = -option[APPROACH] * tired;
            plan_tell(context, i, value[i], "%u plies without an attack, and back again",
                      (unsigned)context->quiet);
        } else if (way[m->move.to] < way[m->move.from]) {
            value[i] = option[APPROACH] * tired / way[m->move.to];
            plan_tell(context, i, value[i], "%u plies without an attack: %u moves from an unknown piece",
                      (unsigned)context->quiet, way[m->move.to]);
        }
        any = any || value[i] != 0;
    }
    return any;
}

const struct plan_kind plan_impatience = {
    .name = "Impatience",
    .column = "Impt",
    .help = "attacks more boldly when nothing happens in a won game",
    .tier = PLAN_GENERAL,
    .subject = SUBJECT_GAME,
    .options = &plan_impatience_group,
    .evaluate = evaluate,
};
