/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the agents of Redeca & Groza 2018 share: their options, the evaluations fm and fb, and the rank that
 * an attacked unknown piece is taken to have. */
#ifndef VEDETTE_AGENT_REDECA_H
#define VEDETTE_AGENT_REDECA_H

#include "agent/agent.h"

/* The rows of redeca_rows. Those before PLIES are of every one of these agents. */
enum {
    REDECA_PIECE, REDECA_RANK, REDECA_MOVED, REDECA_DISTANCE, REDECA_FORMULA, REDECA_TIES, REDECA_EVALUATION,
    REDECA_PLIES, REDECA_ENEMY, REDECA_OPTIONS,
    REDECA_SHARED = REDECA_PLIES,
};

enum redeca_ties { REDECA_TIES_RANDOM, REDECA_TIES_FIRST, REDECA_TIES_HOME };
enum redeca_enemy { REDECA_ENEMY_PROBABILISTIC, REDECA_ENEMY_MULTI_PLY };

extern const struct option redeca_rows[REDECA_OPTIONS];

/* An evaluation of positions, which is a sum over the pieces: what each is worth to its owner. */
struct redeca_worth {
    double of[2][RANKS + 1][ROWS]; /* by whether it has moved, its rank if the enemy knows it, else
                                    * RANK_UNKNOWN, and its row, 0 being its owner's own end of the board */
    enum redeca_ties ties;         /* which of several best moves is taken */
};

/* Makes it from the values of the first REDECA_SHARED rows. */
void redeca_worth_init(struct redeca_worth *worth, const double value[REDECA_SHARED]);

/* How much the evaluation, seen by the owner of the piece that moves, rises by a move of either side that
 * can be played: all other pieces keep their worth. The ranks are read in an attack, where they must be
 * known, and where a piece is known to the enemy. */
double redeca_gain(const struct redeca_worth *worth, const struct board *board, struct move move,
                   int mover_rank, int victim_rank);

/* A rank for the unknown piece `piece`, drawn by what is left: equation 1, or 2 once it has moved. */
int redeca_draw_rank(const struct board *board, const struct piece *piece, struct rng *rng);

/* think_moves in the order of the board, by start and then by goal: ranks are drawn in that order. */
int redeca_moves(const struct think *think, const struct board *board, struct move moves[MOVES_MAX]);

/* Which of several moves is taken (argmax): the best so far of those offered. */
struct redeca_choice {
    enum redeca_ties ties;
    enum side side;   /* whose moves they are */
    struct rng *rng;
    uint32_t equal;   /* so many were as good as `best`, which is one of them */
    struct move best; /* MOVE_NONE: none was offered yet */
    double value;
};

void redeca_choice_init(struct redeca_choice *choice, const struct redeca_worth *worth, enum side side,
                        struct rng *rng);

/* Of equally good moves one is drawn, or the first is kept that a loop over the board meets, from red's end
 * (first) or from the mover's own (home). */
void redeca_offer(struct redeca_choice *choice, struct move move, double value);

#endif
