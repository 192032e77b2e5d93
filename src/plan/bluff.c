/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The right plan with the wrong piece: an unknown piece steps up to a known one that would beat it, where
 * the enemy may believe that it is higher (De Boer 2007, 5.1.2 and 9.1.4). */
#include "file/notation.h"
#include "plan/plans.h"
#include "plan/reckon.h"

enum { WEIGHT, BELIEVED, SHARE, DECAY, OPTIONS };

static const struct option rows[OPTIONS] = {
    [WEIGHT] = {"weight", OPTION_NUMBER, 0, 100, 1, NULL, "times", "of the plan; 0 switches it off",
                ""},
    [BELIEVED] = {"believed", OPTION_NUMBER, 0, 1, 0.35, NULL, "probability",
                  "that the enemy gives to ranks that beat his piece, at least",
                  "De Boer 2007, 9.1.4: a reasonable chance that the opponent will believe"},
    [SHARE] = {"share", OPTION_NUMBER, 0, 10, 0.06, NULL, "times",
               "what he would lose if he believed and were right, less what is lost if not",
               "De Boer 2007, 5.2.2: strategic plans 2 to 5 points"},
    [DECAY] = {"decay", OPTION_NUMBER, 0, 1, 0.7, NULL, "times",
               "for each square between, in line with him", ""},
};

const struct option_group plan_bluff_group = {
    "plan_bluff", "the plan Bluff: threats that the enemy may believe", rows, OPTIONS,
};

static const double least_mood = 0.2, most_mood = 1.8;

/* What the enemy may give to ranks that would beat `rank` by attacking it. */
static double believed(const struct plan_man *man, int rank)
{
    double sum = 0;
    for (int r = SPY; r < RANKS; r++)
        if (battle_result(r, rank) == BATTLE_WON)
            sum += man->p[r];
    return sum;
}

/* What standing on a square pretends against an enemy: 1 next to him, less in a free line; 0 else. */
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

/* It stood before him last time already, and he did not move away: he does not believe it. */
static bool was_called(const struct plan_context *context, const struct plan_man *man,
                       const struct plan_man *foe)
{
    return man->last + 1 == context->view->board.plies && man->last > foe->last &&
           posture(context, man->square, man->square, foe->square, 1) > 0;
}

static double bluff(const struct plan_context *context, const double *option,
                    const struct plan_move *m, const struct plan_man *foe)
{
    const struct plan_man *man = &context->man[m->piece];
    double chance = believed(man, foe->rank);
    if (chance < option[BELIEVED] || was_called(context, man, foe))
        return 0;
    double brings = chance * foe->value - (1 - chance) * man->value;
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
    mood = mood < least_mood ? least_mood : mood > most_mood ? most_mood : mood;
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        const struct plan_man *foe = &context->man[context->enemy_first + i];
        if (foe->square != SQUARE_NONE && foe->known && rank_moves(foe->rank))
            victim[victims++] = context->enemy_first + i;
    }
    for (int i = 0; victims && i < context->count; i++) {
        const struct plan_move *m = &context->moves[i];
        const struct plan_man *man = &context->man[m->piece];
        if (m->victim != NO_PIECE || man->known || !man->moved ||
            square_distance(m->move.from, m->move.to) > 1) /* a run shows the scout */
            continue;
        for (int v = 0; v < victims; v++) {
            const struct plan_man *foe = &context->man[victim[v]];
            if (plan_odds(context, man->rank, victim[v])->falls < 1)
                continue;
            double brings = mood * bluff(context, option, m, foe);
            if (brings <= 0)
                continue;
            value[i] += brings;
            any = true;
            if (context->told) {
                char square[SQUARE_TEXT];
                plan_tell(context, i, brings, "%s may fear it with %.0f %%",
                          square_write(foe->square, context->notation, square),
                          100 * believed(man, foe->rank));
            }
        }
    }
    return any;
}

const struct plan_kind plan_bluff = {
    .name = "Bluff",
    .column = "Blff",
    .help = "threatens with pieces that only seem to be high",
    .tier = PLAN_STRATEGIC,
    .subject = SUBJECT_GAME,
    .options = &plan_bluff_group,
    .evaluate = evaluate,
};
