/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ends moving back and forth in a game that should be won: riskier attacks on unknown pieces, and steps
 * towards them, get more points with time (De Boer 2007, appendix C, game 5). */
#include "base/plural.h"
#include "plan/plans.h"
#include "plan/plan_common.h"

enum { WEIGHT, PATIENCE, POINTS, MAX, STATE, APPROACH, KNOWN, OPTIONS };

static const struct option rows[OPTIONS] = {
    [WEIGHT] = PLAN_WEIGHT(1),
    [PATIENCE] = {"patience", OPTION_INT, 0, 10000, 30, NULL, "plies",
                  "plies without an attack before the plan begins",
                  "De Boer 2007, appendix C, game 5: it went on so for 170"},
    [POINTS] = {"points", OPTION_NUMBER, 0, 1000, 4, NULL, "points",
                "points for an attack on an unknown piece, for every 10 plies beyond that", ""},
    [MAX] = {"max", OPTION_NUMBER, 0, 1000, 60, NULL, "points",
             "the max points for such an attack", "", "most"},
    [STATE] = {"state", OPTION_NUMBER, 0, 10, 1, NULL, "times",
               "the plan acts with the state of the game from here up, and sends a piece only if the state "
               "stays above it without that piece",
               "De Boer 2007, appendix C, game 5: while he should be winning"},
    [APPROACH] = {"approach", OPTION_NUMBER, 0, 1, 0.5, NULL, "times",
                  "part of the points for a step towards an unknown piece, and the same taken off for a "
                  "step back", ""},
    [KNOWN] = {"known", OPTION_FLAG, 0, 1, 0, NULL, "",
               "known pieces count as well: those that the piece takes, if only with itself, and bombs for a "
               "miner", ""},
};

/* The targets of own pieces of one rank, and their distances. */
struct quest {
    bool ready;           /* the other fields are computed */
    bool can_risk;        /* the state of the game allows the loss of a piece of the rank */
    bitboard targets;     /* squares of enemy pieces to attack */
    uint8_t way[SQUARES]; /* moves to the nearest target (plan_distances) */
};

struct impatience {
    const struct plan_context *context;
    const double *option;
    double attack_points; /* points for an attack */
    bitboard unknown;     /* squares of unknown enemy pieces */
    struct quest quest[RANKS];
};

/* Returns the quest of the own pieces of a rank: which enemy pieces they go for, how far these are, and
 * whether the side can afford the loss of a piece of the rank. Computes it at the first call. */
static const struct quest *quest_of(struct impatience *impatience, int rank)
{
    const struct plan_context *context = impatience->context;
    struct quest *quest = &impatience->quest[rank];
    if (quest->ready)
        return quest;
    quest->ready = true;
    /* If the side lost one piece of the rank, the state of the game must still be above the limit. */
    const struct worth *worth = context->worth;
    double strength_left = worth->strength[context->me] - worth->value[context->me][rank];
    quest->can_risk =
        rank_moves(rank) && strength_left > impatience->option[STATE] * worth->strength[context->enemy];
    quest->targets = impatience->unknown;
    /* Known pieces that the rank captures, also in an exchange. Bombs are included: they block the way to the
     * flag. */
    for (int i = 0; i < PIECES_A_SIDE && impatience->option[KNOWN] != 0; i++) {
        const struct plan_piece *piece = &context->piece[context->enemy_first + i];
        if (piece->square != SQUARE_NONE && piece->known && battle_result(rank, piece->rank) != BATTLE_LOST)
            quest->targets |= bit(piece->square);
    }
    if (quest->can_risk)
        plan_distances(context, quest->targets, context->own | context->targets, quest->way);
    return quest;
}

/* Returns the points of one move; 0 if it neither attacks, approaches nor moves back. */
static double impatience_points(struct impatience *impatience, int index)
{
    const struct plan_context *context = impatience->context;
    const struct plan_move *m = &context->moves[index];
    const struct plan_piece *piece = &context->piece[m->piece];
    const struct quest *quest = quest_of(impatience, piece->rank);
    unsigned quiet = (unsigned)context->quiet;
    const char *moves = plural_of(context->quiet, "move", "moves");
    int from = m->move.from, to = m->move.to;
    double points = 0;
    if (!quest->can_risk)
        return 0;
    if (m->victim != NO_PIECE) {
        if (!bit_in(quest->targets, to))
            return 0;
        points = impatience->attack_points;
        plan_explain(context, index, points, "attacks after %u %s by both sides without an attack",
                     quiet, moves);
    } else if (to == piece->last_from && !plan_was_approached(context, from)) { /* it does not flee */
        points = -impatience->option[APPROACH] * impatience->attack_points;
        plan_explain(context, index, points, "goes back again after %u %s by both sides without an attack",
                     quiet, moves);
    } else if (quest->way[to] < quest->way[from]) {
        points = impatience->option[APPROACH] * impatience->attack_points / quest->way[to];
        plan_explain(context, index, points,
                     "comes within %u move%s of %s after %u %s by both sides without an attack",
                     quest->way[to], plural(quest->way[to]),
                     impatience->option[KNOWN] != 0 ? "a piece to attack" : "an unknown piece", quiet, moves);
    }
    return points;
}

/* Gives points to attacks on targets and to steps towards them. Does so after a number of plies without an
 * attack, and only if the side is not behind. */
static bool evaluate_impatience(const struct plan_context *context, const double *option, int subject,
                                double *value)
{
    struct impatience impatience = {
        .context = context, .option = option,
        .attack_points = (context->quiet - option[PATIENCE]) / 10 * option[POINTS],
    };
    (void)subject;
    if (impatience.attack_points <= 0 || plan_state(context) < option[STATE])
        return false;
    if (impatience.attack_points > option[MAX])
        impatience.attack_points = option[MAX];
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        const struct plan_piece *piece = &context->piece[context->enemy_first + i];
        if (plan_is_unknown(piece))
            impatience.unknown |= bit(piece->square);
    }
    for (int i = 0; i < context->count; i++)
        value[i] = impatience_points(&impatience, i);
    return true;
}

const struct plan_kind plan_impatience = {
    .name = "Impatience", .column = "Impt",
    .words = "impatience",
    .help = "attacks more boldly when nothing happens in a won game",
    .tier = PLAN_GENERAL, .subject = SUBJECT_GAME,
    .options = {"plan_impatience", "the plan Impatience: a won game is not shuffled away", rows, OPTIONS},
    .evaluate = evaluate_impatience,
};
