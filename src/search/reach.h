/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far a value can still move: bounds for the outcomes of a fight before they are searched.
 *
 * Ballard's bounds are the range of all values, a lost and a won game. In the one or two plies that mostly
 * follow little of that can be reached. A side that has a quiet move is not forced to lose anything. So if E
 * is the judgement after an outcome, for the side that attacked,
 *     E - (what the other side can gain in its move) <= value <= E + (what the attacker can gain in its own),
 * with no gain in a move that there is no time for. In a move a side takes at most one piece. What it can
 * gain:
 *     we:    the dearest known enemy piece, or what an unknown one is expected to bring, flag included;
 *     enemy: the dearest of our pieces that a known one of theirs beats, or what an unknown attacker is
 *            expected to take; flag and spy only where they stand open to an attack.
 * Ranks that become known on the way make the other ones likelier: after t of them at most by 1 : (1 - t d),
 * d being what one of them takes from a piece's weights. doc/search.md has the conditions; where they do not
 * hold, the range stands. With no ply to follow, the values of those who fight bound all outcomes alike. */
#ifndef VEDETTE_SEARCH_REACH_H
#define VEDETTE_SEARCH_REACH_H

#include "search/evaluate.h"
#include "search/outcomes.h"

/* fmax and fmin without their care for what is no number, which costs a call. */
static inline double larger(double a, double b)
{
    return a > b ? a : b;
}

static inline double smaller(double a, double b)
{
    return a < b ? a : b;
}

enum { REACH_PLIES = 2 /* after a fight, at most */ };

struct reach {
    bool usable;              /* the judgement adds up piece by piece */
    enum side enemy;
    int flag, spy;            /* our pieces' numbers; NO_PIECE: there is none */
    double slack;             /* points that rows come forward can make up in a ply */
    double piece;             /* what we can expect of attacking an unknown piece, at most, flag apart */
    double flag_odds;         /* probability that one is the flag, at most */
    double won[RANKS];        /* what we gain at most by attacking a known piece of the rank */
    double taken[RANKS];      /* what a known piece of the rank gains by it at most, flag and spy apart */
    double attacker;          /* what the enemy can expect of an attack by an unknown piece, as taken[] */
    bitboard frozen;          /* squares of enemy pieces that are taken not to move */
};

/* For a search of `depth` plies from `board`. */
void reach_init(struct reach *reach, const struct evaluator *evaluator, const struct outcome_odds *odds,
                const struct board *board, int depth);

/* What all outcomes of one fight have in common. */
struct reach_fight {
    const struct reach *reach;
    const struct evaluator *evaluator;
    bool ours;                /* we attack */
    int plies;
    double judged;            /* before the fight, for the side that attacks */
    double slack;
    double known_enemy;       /* the dearest enemy piece that is known */
    double known_taken;       /* the dearest of ours that a known rank beats; a spy that stands open */
};

/* Looks at a fight that leaves `plies` to go. False where only the range is known. */
bool reach_fight(struct reach_fight *fight, const struct reach *reach, const struct evaluator *evaluator,
                 const struct board *board, const struct judgement *judgement, struct move move, int plies);

/* The bounds of the outcome in which these ranks fight, for the side that attacks; no flag among them. */
void reach_outcome(const struct reach_fight *fight, int attacker, int defender, double *low, double *high);

#endif
