/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chased piece runs to an own piece that beats its hunter, instead of back and forth. If the hunter
 * follows, it is captured; if it does not, the side gains a move. */
#include "base/plural.h"
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

/* Returns the number of the enemy piece whose last move ended next to an own piece and was no attack.
 * NO_PIECE if there is none. */
static int find_hunter(const struct plan_context *context)
{
    const struct board *board = &context->view->board;
    if (board->plies <= board->prior_plies)
        return NO_PIECE;
    const struct ply *last = &board->history[board->plies - 1];
    bool near = bits_around(bit(last->move.to)) & context->own;
    return last->victim == NO_PIECE && near && board->piece[last->mover].side == (uint8_t)context->enemy
               ? last->mover : NO_PIECE;
}

/* Returns the points for the end square of a flight. `help`: squares of own pieces that beat the hunter;
 * `way`: moves from the end square to the nearest of them. `guarded`: whether the hunter, if it follows,
 * can be captured on every square. */
static double end_points(const struct plan_context *context, const double *option, int hunter,
                         struct move flight, bitboard help, int way, bool *guarded)
{
    /* The squares next to the flight's end where the hunter may stand with its next step; the flight's
     * start is empty then. */
    bitboard occupied = ((context->own & ~bit(flight.from)) | context->foe | BITS_LAKES) | bit(flight.to);
    bitboard steps = bits_around(bit(context->piece[hunter].square)) & bits_around(bit(flight.to)) &
                     ~occupied;
    bool still_adjacent = bits_around(bit(flight.to)) & bit(context->piece[hunter].square);
    *guarded = !still_adjacent && steps && !(steps & ~bits_around(help));
    if (*guarded)
        return option[POINTS];
    return way == PATH_NEVER ? 0 : option[POINTS] * pow(option[DECAY], way);
}

/* Gives points to flights of a chased piece towards an own piece that beats its hunter. */
static bool evaluate_lure(const struct plan_context *context, const double *option, int subject,
                          double *value)
{
    int hunter = find_hunter(context);
    (void)subject;
    if (hunter == NO_PIECE)
        return false;
    int hunter_square = context->piece[hunter].square, chased_square = SQUARE_NONE;
    bitboard help = 0;
    uint8_t way[SQUARES];
    char name[PLAN_PIECE];
    for (int i = 0; i < context->count; i++) {
        const struct plan_move *m = &context->moves[i];
        const struct plan_piece *piece = &context->piece[m->piece];
        bool chased = square_beside(m->move.from, hunter_square) && (piece->moved || piece->known) &&
                      plan_odds(context, piece->rank, hunter)->falls >= option[SURE];
        if (m->victim != NO_PIECE || !chased)
            continue;
        if (m->move.from != chased_square) { /* the moves of a piece are consecutive */
            chased_square = m->move.from;
            help = 0; /* other own pieces that can move and beat the hunter when they attack it */
            for (int rank = SPY; rank < RANKS; rank++)
                if (plan_odds(context, rank, hunter)->wins >= option[SURE])
                    help |= context->own_rank[rank];
            help &= context->own_mobile & ~bit(chased_square);
            if (help)
                path_distances(help, (context->own & ~bit(chased_square) & ~help) | context->foe,
                               context->targets, way);
        }
        if (!help)
            continue;
        bool guarded;
        value[i] = end_points(context, option, hunter, m->move, help, way[m->move.to], &guarded);
        if (guarded)
            plan_explain(context, i, value[i], "leads %s to a square where it would be taken",
                         plan_piece_on(context, hunter, hunter_square, name));
        else if (value[i] != 0)
            plan_explain(context, i, value[i], "leads %s within %d move%s of a piece that beats it",
                         plan_piece_on(context, hunter, hunter_square, name), way[m->move.to],
                         plural(way[m->move.to]));
    }
    return true;
}

const struct plan_kind plan_lure = {
    .name = "Lure", .column = "Lure",
    .words = "luring the hunter",
    .help = "runs from a hunter to a piece that beats it",
    .tier = PLAN_TACTICAL, .subject = SUBJECT_GAME,
    .options = {"plan_lure", "the plan Lure: a chased piece runs to a piece that beats its hunter",
                rows, OPTIONS},
    .evaluate = evaluate_lure,
};
