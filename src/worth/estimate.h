/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The estimates of simple agents: the odds of a fight, its gain, and the danger for a piece. The rank of an
 * unknown piece is drawn from the remaining ranks in proportion to their numbers; a piece that has moved is
 * movable. No other evidence is used. */
#ifndef VEDETTE_WORTH_ESTIMATE_H
#define VEDETTE_WORTH_ESTIMATE_H

#include "worth/worth.h"

/* Probabilities of the results of an attack for the attacker; their sum is 1. */
struct odds {
    double won, both, lost;
};

/* Returns the odds of an attack by an own piece of `rank`. */
struct odds estimate_attack(const struct board *board, int rank, const struct piece *victim);

/* Returns the immediate gain of a move, in the unit of `worth`: values captured minus values lost, minus the
 * secrets of surviving own pieces that it reveals. A quiet step to a neighbouring square gains 0; a longer
 * move reveals a scout. */
double estimate_gain(const struct worth *worth, const struct board *board, struct move move);

/* Returns the probability that an attack by `enemy` on `piece` captures it and survives. Returns 0 if the
 * enemy piece cannot move. Unknown unmoved pieces count as immovable; for other unknown pieces the
 * probability is multiplied by `doubt` (0 .. 1). */
double estimate_threat(const struct board *board, const struct piece *enemy, const struct piece *piece,
                       double doubt);

/* Returns the expected loss of `piece` on `square` (0 .. its value) from the most dangerous enemy piece next
 * to it. Ignores the square `except` (SQUARE_NONE: ignores none). `doubt`: as in estimate_threat. */
double estimate_danger(const struct worth *worth, const struct board *board, const struct piece *piece,
                       int square, int except, double doubt);

/* Returns whether the move goes straight back: to the square that the side to move left in its last move,
 * from the square it reached then. */
bool estimate_returns(const struct board *board, struct move move);

/* The data by which a simple agent rates its moves. */
struct rating_terms {
    const double *option; /* the agent's option values */
    const struct board *board;
    const struct worth *worth;
};

/* Returns the rating of a legal move; higher is better. */
typedef double move_rating(const struct rating_terms *terms, struct move move);

#endif
