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

/* Bounds of the factor on the points: 2 - state of the game. */
static const double min_boldness = 0.2, max_boldness = 1.8;

/* Returns the probability that the piece beats `rank` in an attack, as the opponent may believe it. */
static double believed_to_win(const struct plan_piece *piece, int rank)
{
    double sum = 0;
    for (int r = SPY; r < RANKS; r++)
        if (battle_result(r, rank) == BATTLE_WON)
            sum += piece->p[r];
    return sum;
}

/* Returns how strong the threat of a piece on `square` to an enemy piece on `foe` looks. It is 1 next to it,
 * and times `decay` for each empty square between them on a row or file; otherwise 0. `from`: the square that
 * the piece leaves counts as empty. */
static double threat_strength(const struct plan_context *context, int from, int square, int foe, double decay)
{
    int distance = square_distance(square, foe), file = square_file(square) - square_file(foe);
    int row = square_row(square) - square_row(foe);
    double strength = 1;
    if (distance == 0 || (file && row))
        return 0;
    int step = (foe - square) / distance; /* to the next square of the row or file */
    for (int between = square + step; between != foe; between += step) {
        if (context->view->board.at[between] != NO_PIECE && between != from)
            return 0;
        strength *= decay;
    }
    return strength;
}

/* Returns the points for threatening the known piece `foe` with the move, without the factor for the state of
 * the game. They are the opponent's expected loss if the threat is believed minus ours if it is not, times
 * how much stronger the threat looks after the move than before it. */
static double bluff_points(const struct plan_context *context, const double *option,
                           const struct plan_move *m, const struct plan_piece *foe)
{
    const struct plan_piece *piece = &context->piece[m->piece];
    double chance = believed_to_win(piece, foe->rank);
    /* The last own move already made this threat, and the opponent did not move the piece away: it does not
     * believe the threat. */
    bool was_called = piece->last_ply + 1 == context->view->board.plies && piece->last_ply > foe->last_ply &&
                  threat_strength(context, piece->square, piece->square, foe->square, 1) > 0;
    if (chance < option[BELIEVED] || was_called)
        return 0;
    double gain = chance * foe->value - (1 - chance) * piece->value;
    if (gain <= 0)
        return 0;
    double increase = threat_strength(context, m->move.from, m->move.to, foe->square, option[DECAY]) -
                      threat_strength(context, m->move.from, m->move.from, foe->square, option[DECAY]);
    return increase > 0 ? option[SHARE] * gain * increase : 0;
}

/* Gives points to quiet steps of unknown, moved pieces that increase a threat to a known piece they could not
 * beat. Gives more points when the side is behind. */
static bool evaluate_bluff(const struct plan_context *context, const double *option, int subject,
                           double *value)
{
    int victim[PIECES_A_SIDE], victims = 0;
    double boldness = 2 - plan_state(context);
    bool active = false;
    (void)subject;
    boldness = boldness < min_boldness ? min_boldness : boldness > max_boldness ? max_boldness : boldness;
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
            if (plan_odds(context, piece->rank, victim[v])->falls < 1) /* no bluff: it withstands an attack */
                continue;
            double points = boldness * bluff_points(context, option, m, foe);
            if (points <= 0)
                continue;
            value[i] += points;
            active = true;
            char name[PLAN_PIECE];
            plan_explain(context, i, points, "threatens %s, which may take it for a higher piece|: %.0f %%",
                         plan_piece_on(context, victim[v], foe->square, name),
                         100 * believed_to_win(piece, foe->rank));
        }
    }
    return active;
}

const struct plan_kind plan_bluff = {
    .name = "Bluff", .column = "Blff",
    .words = "bluff",
    .help = "threatens with pieces that only seem to be high",
    .tier = PLAN_STRATEGIC, .subject = SUBJECT_GAME,
    .options = {"plan_bluff", "the plan Bluff: threats that the enemy may believe", rows, OPTIONS},
    .evaluate = evaluate_bluff,
};
