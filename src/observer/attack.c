/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "observer/attack.h"

enum { MARCH, FEAR, GAMBLE };

static const struct option options[ATTACK_OPTIONS] = {
    [MARCH] = {"march", OPTION_NUMBER, 0, 100, 0.5, NULL, "of the gain",
               "what a step towards a piece that it may take counts of the gain that it hopes for", ""},
    [FEAR] = {"fear", OPTION_NUMBER, 0, 1, 0.3, NULL, "of the chance",
              "how far it fears unknown pieces that have moved, where its own piece is known", ""},
    [GAMBLE] = {"gamble", OPTION_NUMBER, -10, 10, 0.02, NULL, "value",
                "what it likes an attack on an unknown piece for, besides the gain", ""},
};

const struct option_group attacker_group = {
    .name = "attacker",
    .meaning = "how boldly the agent attacker plays",
    .options = options, .count = ATTACK_OPTIONS,
};

/* Returns the gain, 0 or more, that the mover can expect from attacking `prey`. Returns 0 if an attack does
 * not pay. */
static double attack_gain(const struct rating_terms *terms, const struct piece *mover,
                          const struct piece *prey)
{
    const struct move attack = {mover->square, prey->square};
    double gain = estimate_gain(terms->worth, terms->board, attack);
    if (prey->rank == RANK_UNKNOWN && !prey->moved && mover->rank == MARSHAL)
        return 0; /* it may be a bomb, and the marshal is worth most */
    return gain > 0 ? gain : 0;
}

/* Returns how much a step improves the mover's approach to its prey: the largest gain / distance over the
 * enemies, after the step minus before. Unknown pieces that have not moved attract captains to generals by
 * 0.1 more. */
static double approach_gain(const struct rating_terms *terms, struct move move)
{
    const struct board *board = terms->board;
    const struct piece *mover = &board->piece[board->at[move.from]];
    bitboard enemies = board->occupied[side_other(mover->side)];
    double best[2] = {0, 0}; /* before and after the step */
    double unknown[2] = {-1, -1}; /* gain from unknown prey, by whether it has moved; -1: not computed */
    while (enemies) {
        int square = bits_pop(&enemies);
        const struct piece *prey = &board->piece[board->at[square]];
        double *cached = prey->rank == RANK_UNKNOWN ? &unknown[prey->moved] : NULL;
        double gain = cached && *cached >= 0 ? *cached : attack_gain(terms, mover, prey);
        if (cached)
            *cached = gain;
        if (prey->rank == RANK_UNKNOWN && !prey->moved && mover->rank >= CAPTAIN && mover->rank < MARSHAL)
            gain += 0.1;
        for (int after = 0; after < 2; after++) {
            int distance = square_distance(after ? move.to : move.from, square);
            double pull = distance ? gain / distance : 0;
            best[after] = pull > best[after] ? pull : best[after];
        }
    }
    return best[1] - best[0];
}

/* Returns the expected loss of a piece on a square. Unknown enemies count only if the piece is known. The
 * enemy piece on square `except` does not count (SQUARE_NONE: all count). */
static double risk(const struct rating_terms *terms, const struct piece *piece, int square, bool known,
                   int except)
{
    return estimate_danger(terms->worth, terms->board, piece, square, except,
                           known ? terms->option[FEAR] : 0);
}

double attack_rating(const struct rating_terms *terms, struct move move)
{
    const struct board *board = terms->board;
    const struct piece *mover = &board->piece[board->at[move.from]];
    double old_risk = risk(terms, mover, move.from, mover->known, SQUARE_NONE);
    int victim = board->at[move.to];
    /* A step: the risk on the old square, approach and gain, minus the risk on the new square and a small
     * penalty for going back. */
    if (victim == NO_PIECE)
        return old_risk + terms->option[MARCH] * approach_gain(terms, move) +
               estimate_gain(terms->worth, board, move) -
               risk(terms, mover, move.to, mover->known, move.from) -
               (estimate_returns(board, move) ? 0.05 : 0);
    /* An attack: the gain, minus the risk after a win, when the piece is known. */
    double value = old_risk + estimate_gain(terms->worth, board, move);
    struct odds odds = estimate_attack(board, mover->rank, &board->piece[victim]);
    value -= odds.won * risk(terms, mover, move.to, true, move.to);
    return value + (board->piece[victim].rank == RANK_UNKNOWN ? terms->option[GAMBLE] : 0);
}
