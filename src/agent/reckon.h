/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the simple agents reckon with: the odds of a fight, its gain, and who may take whom. An unknown piece
 * is one of the ranks that are left, each by how many there are of it; one that has moved can move. Nothing
 * else is believed of it: neither a bluff nor the fear of one. */
#ifndef VEDETTE_AGENT_RECKON_H
#define VEDETTE_AGENT_RECKON_H

#include "agent/agent.h"
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

/* A turn of an agent that reckons: what it judges moves by. */
struct reckoning {
    const double *option; /* by the agent's own option numbers */
    const struct board *board;
    const struct worth *worth;
};

/* What an agent thinks of one of its legal moves: the more, the better. */
typedef double reckon_judge(const struct reckoning *turn, struct move move);

enum { RECKONER_OPTIONS = 8 };

/* The state of an agent that does no more than reckon. In its kind, `end` is free() and `move` is
 * reckoner_move. */
struct reckoner {
    double option[RECKONER_OPTIONS];
    struct worth_options worth;
    reckon_judge *judge;
};

/* A new one with the values of the agent's own options, RECKONER_OPTIONS at most. */
struct reckoner *reckoner_new(const struct settings *settings, const struct option_group *own,
                              reckon_judge *judge);

/* The move that may be answered of which the `reckoner`'s judge thinks most, one of several equal ones by the
 * random numbers of `think`; MOVE_NONE: there is none. */
struct move reckoner_move(void *reckoner, const struct view *view, const struct think *think);

#endif
