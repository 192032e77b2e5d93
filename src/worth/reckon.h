/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What simple players reckon with: the odds of a fight, its gain, and who may take whom. An unknown piece
 * is one of the ranks that are left, each by how many there are of it; one that has moved can move. Nothing
 * else is believed of it: neither a bluff nor the fear of one. */
#ifndef VEDETTE_WORTH_RECKON_H
#define VEDETTE_WORTH_RECKON_H

#include "worth/worth.h"

/* How probable each end of an attack is for the attacker; together 1. */
struct odds {
    double won, both, lost;
};

/* An attack by an own piece of that rank. */
struct odds reckon_attack(const struct board *board, int rank, const struct piece *victim);

/* What a move gains at once: values won less values lost, in the unit of `worth`, and what secrets it shows
 * of the pieces that stay. 0 for a quiet step to the next square; a scout that goes far shows itself. */
double reckon_gain(const struct worth *worth, const struct board *board, struct move move);

/* How probable it is that an enemy piece that attacks `piece` takes it and stays: 0 where it does not move.
 * Unknown pieces that have not moved are taken not to move, and the others' chance is multiplied by `doubt`
 * (0 .. 1). */
double reckon_threat(const struct board *board, const struct piece *enemy, const struct piece *piece,
                     double doubt);

/* What `piece` would lose on `square` (0 .. its value) by the enemy pieces beside it, if the one that is
 * worst for it attacks; `except` is a square that is not looked at, or SQUARE_NONE. `doubt` as above. */
double reckon_danger(const struct worth *worth, const struct board *board, const struct piece *piece,
                     int square, int except, double doubt);

/* Whether a move of the side to move takes back the last one that it made. */
bool reckon_returns(const struct board *board, struct move move);

/* A turn of a player who reckons: what it judges moves by. */
struct reckoning {
    const double *option; /* by the player's own option numbers */
    const struct board *board;
    const struct worth *worth;
};

/* What a player thinks of one of its legal moves: the more, the better. */
typedef double reckon_judge(const struct reckoning *turn, struct move move);

#endif
