/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An unknown piece steps up to a known one that would beat it, where the opponent may believe that it is the
 * higher one (De Boer 2007, 5.1.2 and 9.1.4). */
#include "game/notation.h"
#include "plan/plan_common.h"
#include "plan/plans.h"

enum { WEIGHT, BELIEVED, SHARE, DECAY, OPTIONS };

static const struct option rows[OPTIONS] = {
    [WEIGHT] = PLAN_WEIGHT(1),
    [BELIEVED] = {"believed", OPTION_NUMBER, 0, 1, 0.35, NULL, "probability",
                  "a piece bluffs where the opponent gives the ranks that would win at least this "
                  "probability",
                  "De Boer 2007, 9.1.4: a reasonable chance that the opponent will believe"},
    [SHARE] = {"share", OPTION_NUMBER, 0, 10, 0.06, NULL, "times",
               "points for a believed threat: this part of what the opponent would lose if the threat were "
               "real, less what is lost if the opponent does not believe it",
               "De Boer 2007, 5.2.2: strategic plans 2 to 5 points"},
    [DECAY] = {"decay", OPTION_NUMBER, 0, 1, 0.7, NULL, "times",
               "factor on the threat for each square between the two pieces, on an open row or file", ""},
};

static const double min_mood = 0.2, max_mood = 1.8;

/* The probability that the opponent may give to the ranks that would beat `rank` by attacking it. */
static double believed(const struct plan_piece *piece, int rank)
{
    double sum = 0;
    for (int r = SPY; r < RANKS; r++)
        if (battle_result(r, rank) == BATTLE_WON)
            sum += piece->p[r];
    return sum;
}

/* How strong a threat a piece on a square seems to an enemy piece: 1 next to it, less on an open line, else
 * 0. */
static double posture(const struct plan_context *context, int from, int square, int foe, double decay)
{
    int gap = square_distance(square, foe), file = square_file(square) - square_file(foe);
    int row = square_row(square) - square_row(foe);
    double share = 1;
    if (gap == 0 || (file && row))
        return 0;
    int step = (foe - square) / gap;
    for (int s = square + step; s != foe; s += step) {
        if (context->view->board.at[s] != NO_PIECE && s != from)
            return 0;
        share *= decay;
    }
    return share;
}

static double bluff(const struct plan_context *context, const double *option,
                    const struct plan_move *m, const struct plan_piece *foe)
{
    const struct plan_piece *piece = &context->piece[m->piece];
    double chance = believed(piece, foe->rank);
    /* The last move was this threat already, and the opponent left its piece there: it is not believed. */
    bool called = piece->last + 1 == context->view->board.plies && piece->last > foe->last &&
                  posture(context, piece->square, piece->square, foe->square, 1) > 0;
    if (chance < option[BELIEVED] || called)
        return 0;
    double brings = chance * foe->value - (1 - chance) * piece->value;
    if (brings <= 0)
        return 0;
    double share = posture(context, m->move.from, m->move.to, foe->square, option[DECAY]) -
                   posture(context, m->move.from, m->move.from, foe->square, option[DECAY]);
    return share > 0 ? option[SHARE] * brings * share : 0;
}

static bool evaluate(const struct plan_context *context, const double *option, int subject,
                     double *value)
{
    int victim[PIECES_A_SIDE], victims = 0;
    double mood = 2 - plan_state(context);
    bool any = false;
    (void)subject;
    mood = mood < min_mood ? min_mood : mood > max_mood ? max_mood : mood;
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        const struct plan_piece *foe = &context->piece[context->enemy_first + i];
        if (foe->square != SQUARE_NONE && foe->known && rank_moves(foe->rank))
            victim[victims++] = context->enemy_first + i;
    }
    for (int i = 0; victims && i < context->count; i++) {
        const struct plan_move *m = &context->moves[i];
        const struct plan_piece *piece = &context->piece[m->piece];
        if (m->victim != NO_PIECE || piece->known || !piece->moved ||
            square_distance(m->move.from, m->move.to) > 1) /* a run shows the scout */
            continue;
        for (int v = 0; v < victims; v++) {
            const struct plan_piece *foe = &context->piece[victim[v]];
            if (plan_odds(context, piece->rank, victim[v])->falls < 1)
                continue;
            double brings = mood * bluff(context, option, m, foe);
            if (brings <= 0)
                continue;
            value[i] += brings;
            any = true;
            if (context->explanation) {
                char square[SQUARE_TEXT];
                plan_explain(context, i, brings, "the piece on %s may fear it (%.0f %%)",
                             plan_square(context, foe->square, square),
                             100 * believed(piece, foe->rank));
            }
        }
    }
    return any;
}

const struct plan_kind plan_bluff = {
    .name = "Bluff",
    .column = "Blff",
    .words = "bluff",
    .help = "threatens with pieces that only seem to be high",
    .tier = PLAN_STRATEGIC,
    .subject = SUBJECT_GAME,
    .options = {"plan_bluff", "the plan Bluff: threats that the enemy may believe", rows, OPTIONS},
    .evaluate = evaluate,
};
