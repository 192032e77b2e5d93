/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the agents of Redeca & Groza 2018 share: their options, the evaluations fm and fb, and the drawing
 * of a rank for an attacked unknown piece. */
#ifndef VEDETTE_AGENT_REDECA_H
#define VEDETTE_AGENT_REDECA_H

#include "agent/agent.h"

/* The rows of redeca_rows. All these agents have the rows before REDECA_PLIES. */
enum {
    REDECA_PIECE, REDECA_RANK, REDECA_MOVED, REDECA_DISTANCE, REDECA_FORMULA, REDECA_TIES, REDECA_EVALUATION,
    REDECA_PLIES, REDECA_ENEMY, REDECA_OPTIONS,
    REDECA_SHARED = REDECA_PLIES,
};

/* Which of several equally good moves is made: a random one (RANDOM), the first in board order from red's
 * end (FIRST), or the first seen from the mover's own end (HOME). */
enum redeca_ties { REDECA_TIES_RANDOM, REDECA_TIES_FIRST, REDECA_TIES_HOME };

/* How the enemy chooses its reply: by one ply, or by one ply less than the agent itself. */
enum redeca_enemy { REDECA_ENEMY_PROBABILISTIC, REDECA_ENEMY_MULTI_PLY };

extern const struct option redeca_rows[REDECA_OPTIONS];

/* An evaluation of positions: a sum of the values of the pieces for their owners. */
struct redeca_worth {
    double value[2][RANKS + 1][ROWS]; /* of a piece: by whether it has moved; by its rank, or RANK_UNKNOWN if
                                       * the enemy does not know it; by its row, 0 is its owner's end */
    enum redeca_ties ties;
};

/* Computes the evaluation from the values of the first REDECA_SHARED options. */
void redeca_worth_init(struct redeca_worth *worth, const double value[REDECA_SHARED]);

/* Returns how much a legal move of either side changes the mover's evaluation minus the enemy's. Only the
 * mover and the victim count: the other pieces keep their values. In an attack the two ranks must be known.
 * In other moves they are read only if the enemy knows the piece. */
double redeca_gain(const struct redeca_worth *worth, const struct board *board, struct move move,
                   int mover_rank, int victim_rank);

/* Draws a rank for the unknown piece `piece` from the remaining ranks, by their counts: by equation 1 of
 * Redeca & Groza 2018. If the piece has moved, draws by equation 2, which excludes flag and bombs. */
int redeca_draw_rank(const struct board *board, const struct piece *piece, struct rng *rng);

/* Fills `moves` as think_moves does, but sorted by start square, then by target square. Ranks are drawn in
 * this order. */
int redeca_moves(const struct think *think, const struct board *board, struct move moves[MOVES_MAX]);

/* The choice of the best of the moves offered (argmax). */
struct redeca_choice {
    enum redeca_ties ties;
    enum side side;   /* the side that moves */
    struct rng *rng;
    uint32_t equal;   /* number of moves as good as `best`, itself included */
    struct move best; /* MOVE_NONE: none offered yet */
    double value;     /* of `best` */
};

/* Begins a choice without moves. */
void redeca_choice_init(struct redeca_choice *choice, const struct redeca_worth *worth, enum side side,
                        struct rng *rng);

/* Offers a move: it replaces `best` if it is better. If it is equal, choice->ties decides. */
void redeca_offer(struct redeca_choice *choice, struct move move, double value);

#endif
