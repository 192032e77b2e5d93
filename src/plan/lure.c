/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A piece that is chased runs to an own piece that beats its hunter, not to and fro: who goes on after it is
 * taken, and who stays away gives the time for something else. */
#include "plan/plan_common.h"
#include "plan/plans.h"

#include <math.h>

enum { WEIGHT, POINTS, DECAY, SURE, OPTIONS };

static const struct option rows[OPTIONS] = {
    [WEIGHT] = PLAN_WEIGHT(0),
    [POINTS] = {"points", OPTION_NUMBER, 0, 1000, 10, NULL, "points",
                "points for a flight to where the hunter cannot follow without being taken", ""},
    [DECAY] = {"decay", OPTION_NUMBER, 0, 1, 0.85, NULL, "times",
               "factor for each move from there to the nearest own piece that beats the hunter", ""},
    [SURE] = {"sure", OPTION_NUMBER, 0, 1, 0.8, NULL, "probability",
              "a piece beats another from this probability on", ""},
};

/* The enemy piece whose last move, not an attack, ended next to one of ours; NO_PIECE where it did not. */
static int hunter_of(const struct plan_context *context)
{
    const struct board *board = &context->view->board;
    if (board->plies <= board->prior_plies)
        return NO_PIECE;
    const struct ply *last = &board->history[board->plies - 1];
    bool near = bits_around(bit(last->move.to)) & context->own;
    return last->victim == NO_PIECE && near && board->piece[last->mover].side == (uint8_t)context->enemy
               ? last->mover : NO_PIECE;
}

static double end_points(const struct plan_context *context, const double *option, int hunter,
                         struct move flight, bitboard help, int way, bool *guarded)
{
    /* The squares next to the flight's end where the hunter may stand with its next step; the flight's
     * start is empty then. */
    bitboard taken = ((context->own & ~bit(flight.from)) | context->foe | BITS_LAKES) | bit(flight.to);
    bitboard steps = bits_around(bit(context->piece[hunter].square)) & bits_around(bit(flight.to)) & ~taken;
    bool next = bits_around(bit(flight.to)) & bit(context->piece[hunter].square);
    *guarded = !next && steps && !(steps & ~bits_around(help));
    if (*guarded)
        return option[POINTS];
    return way == PATH_NEVER ? 0 : option[POINTS] * pow(option[DECAY], way);
}

static bool evaluate(const struct plan_context *context, const double *option, int subject, double *value)
{
    int hunter = hunter_of(context);
    bool any = false;
    (void)subject;
    if (hunter == NO_PIECE)
        return false;
    int stands = context->piece[hunter].square, wanted = SQUARE_NONE;
    bitboard help = 0;
    uint8_t way[SQUARES];
    for (int i = 0; i < context->count; i++) {
        const struct plan_move *m = &context->moves[i];
        const struct plan_piece *piece = &context->piece[m->piece];
        bool chased = square_beside(m->move.from, stands) && (piece->moved || piece->known) &&
                      plan_odds(context, piece->rank, hunter)->falls >= option[SURE];
        if (m->victim != NO_PIECE || !chased)
            continue;
        if (m->move.from != wanted) {
            wanted = m->move.from;
            help = 0; /* other own pieces that can move and beat the hunter when they attack it */
            for (int rank = SPY; rank < RANKS; rank++)
                if (plan_odds(context, rank, hunter)->wins >= option[SURE])
                    help |= context->own_rank[rank];
            help &= context->own_mobile & ~bit(wanted);
            if (help)
                path_distances(help, (context->own & ~bit(wanted) & ~help) | context->foe, context->goals,
                               way);
        }
        if (!help)
            continue;
        bool guarded;
        value[i] = end_points(context, option, hunter, m->move, help, way[m->move.to], &guarded);
        any = any || value[i] != 0;
        if (guarded)
            plan_explain(context, i, value[i], "runs to where who follows it is taken");
        else if (value[i] != 0)
            plan_explain(context, i, value[i], "runs to %d move%s from a piece that beats its hunter",
                         way[m->move.to], way[m->move.to] == 1 ? "" : "s");
    }
    return any;
}

const struct plan_kind plan_lure = {
    .name = "Lure",
    .column = "Lure",
    .words = "luring the hunter",
    .help = "runs from a hunter to a piece that beats it",
    .tier = PLAN_TACTICAL,
    .subject = SUBJECT_GAME,
    .options = {"plan_lure", "the plan Lure: a chased piece runs to who beats its hunter", rows, OPTIONS},
    .evaluate = evaluate,
};
