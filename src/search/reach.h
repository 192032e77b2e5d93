/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bounds for the outcomes of a fight before they are searched, from the points that can change in the plies
 * left.
 *
 * Ballard's bounds are the range of all values, from a lost to a won game. Usually only one or two plies
 * follow, in which little of this range can be reached. A side that has a quiet move is not forced to lose
 * anything. So with E, the evaluation after an outcome for the attacking side, E - (max gain of the other
 * side in its move) <= value <= E + (max gain of the attacking side in its next move), where a gain is 0 if
 * no ply is left for the move. In one move a side captures at most one piece. Its max gain: our side: the
 * most valuable known enemy piece, or the expected gain from an unknown one, flag included; enemy: our
 * most valuable piece that a known enemy piece beats, or the expected gain of an unknown attacker; flag and
 * spy only if they are open to an attack. Ranks that are revealed on the way make the other ranks more
 * probable: after t of them by a factor of at most 1 / (1 - t d), where d is the part that one of them has in
 * a piece's weights. doc/search.md has the conditions; if they are not met, the range of all values is used.
 * Without plies to go, all outcomes get their common range. */
#ifndef VEDETTE_SEARCH_REACH_H
#define VEDETTE_SEARCH_REACH_H

#include "search/evaluate.h"
#include "search/outcomes.h"

/* Returns the larger number, as fmax does, but without fmax's handling of NaN, which would cost a call. */
static inline double larger(double a, double b)
{
    return a > b ? a : b;
}

/* Returns the smaller number, as fmin does, but without the handling of NaN. */
static inline double smaller(double a, double b)
{
    return a < b ? a : b;
}

enum { REACH_PLIES = 2 /* max plies after a fight */ };

/* Max gains, in points, that hold for a whole search; "we": the side to move at the root. */
struct reach {
    bool usable;              /* the evaluation is a sum over pieces, and the rules allow the bounds */
    enum side enemy;
    int flag, spy;            /* numbers of our flag and spy; NO_PIECE: none */
    double slack;             /* max change by advanced rows in a ply */
    double vs_unknown;        /* max expected gain of our attack on an unknown piece, without the flag */
    double flag_odds;         /* max probability that an unknown piece is the flag */
    double vs_known[RANKS];   /* [rank]: max gain of our attack on a known piece */
    double by_known[RANKS];   /* [rank]: max gain of an attack by a known piece on us, without flag and spy */
    double by_unknown;        /* max expected gain of an attack by an unknown piece on us, without flag and
                               * spy */
    bitboard frozen;          /* squares of enemy pieces that are assumed to be immovable */
};

/* Computes the max gains for a search of `depth` plies from `board`. */
void reach_init(struct reach *reach, const struct evaluator *evaluator, const struct outcome_odds *odds,
                const struct board *board, int depth);

/* The data of one fight, for all its outcomes. */
struct reach_fight {
    const struct reach *reach;
    const struct evaluator *evaluator;
    bool ours;                /* our side attacks */
    int plies;                /* plies to go after the fight */
    double total;             /* unlimited evaluation before the fight, for the attacking side */
    double slack;             /* max change by advanced rows in all plies */
    double vs_known;          /* max gain of our attack on a known enemy piece */
    double by_known;          /* max gain of an attack on us by a known piece, or on our spy if it is open */
};

/* Prepares the bounds of a fight with `plies` to go after it. False if the conditions are not met and only
 * the range of all values can be used. */
bool reach_fight(struct reach_fight *fight, const struct reach *reach, const struct evaluator *evaluator,
                 const struct board *board, const struct evaluation *evaluation, struct move move, int plies);

/* Computes the bounds of the outcome in which these ranks fight, for the attacking side. Neither rank is
 * the flag. */
void reach_outcome(const struct reach_fight *fight, int attacker, int defender, double *low, double *high);

#endif
