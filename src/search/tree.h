/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree that one thread searches: its board, and the functions for each kind of node. Only for files of
 * this folder; others use search/search.h.
 *
 * Values are points for the side to move at a node; at a chance node, points for the attacking side. A
 * counted node is a position after a move or after an outcome of a fight; the root and chance nodes are not
 * counted (as in Arts 2010, 6.3.1). */
#ifndef VEDETTE_SEARCH_TREE_H
#define VEDETTE_SEARCH_TREE_H

#include "search/evaluate.h"
#include "search/outcomes.h"
#include "search/reach.h"
#include "search/table.h"

#include <stdatomic.h>

enum {
    SEARCH_PLIES = 64,          /* max depth of a search in plies */
    ALL_MOVES = MOVES_MAX,
    HISTORY_TARGETS = FILES + ROWS, /* a move stays on its row or file, so its target has
                                     * FILES + ROWS values: a small table */
};

struct tree {
    struct board board;         /* the view's board; ranks are revealed hypothetically */
    struct evaluator evaluator;
    struct outcome_odds odds;
    struct reach reach;         /* not usable if outcomes are bounded by the range of all values */
    struct table *table;        /* NULL: none */
    struct evaluation evaluation[SEARCH_PLIES + 2]; /* [ply] */
    uint32_t history[SIDES][SQUARES][HISTORY_TARGETS]; /* [side][start square][history_target] */
    uint64_t nodes;
    uint64_t next_check;        /* number of nodes at which the limits are checked next */
    uint64_t max_nodes;         /* UINT64_MAX: no limit */
    double deadline;            /* time of clock_now at which the search ends; 0: none */
    const atomic_bool *stop;    /* may be NULL */
    void (*report)(void *context);/* called at each check of the limits; may be NULL */
    void *context;
    _Atomic uint64_t reported_nodes;/* `nodes` and `seldepth` at the last check, for other threads */
    atomic_int reported_seldepth;
    bool stopped;               /* a limit was reached: results of the functions are invalid */
    int seldepth;               /* max ply reached */
    /* Copies of the options that every node reads. */
    bool ordering, use_history, chance_table, star1, etc, multicut, quiescence;
    int probe, multicut_m, multicut_c, multicut_r;
};

/* Returns the index of the move's target in tree.history: its file, or FILES plus its row. */
static inline int history_target(struct move move)
{
    return square_row(move.from) == square_row(move.to) ? square_file(move.to)
                                                        : FILES + square_row(move.to);
}

/* A legal move with its score for the order of the search; higher scores come first. */
struct ordered_move {
    struct move move;
    int32_t score;
};

/* Plays a move at ply `ply` as if unknown pieces had these ranks (board_make_as), and computes the
 * evaluation at ply + 1. */
void tree_make(struct tree *tree, int ply, struct move move, int mover_rank, int victim_rank);
/* Takes the last move back. */
void tree_unmake(struct tree *tree);

/* Publishes `nodes` and `seldepth` for other threads. */
void tree_report_work(struct tree *tree);

/* Returns the transposition table's key of the position at `ply`, to be searched `depth` plies deep. It
 * includes the parts of the history that the rules may use within this depth. */
uint64_t tree_key(const struct tree *tree, int ply, int depth);

/* Returns the value of a node with `depth` plies to go. Outside the window it is a bound, as in fail-soft
 * alpha-beta. With `max_moves` below ALL_MOVES only the first moves are searched: a result above alpha is
 * then a lower bound, and any other result has no meaning. */
double tree_search(struct tree *tree, int ply, int depth, double alpha, double beta, int max_moves);

/* Returns whether the game is over at this node; `value` gets its value for the side to move. */
bool tree_is_over(const struct tree *tree, double *value);

/* Returns the value of the chance node of a fight at ply `ply`, with `depth` plies to go after it, for the
 * attacking side. `outcomes` must not be empty. */
double tree_chance(struct tree *tree, int ply, int depth, struct move move, const struct outcomes *outcomes,
                   double alpha, double beta);

/* Returns the expected value of a fight whose outcomes have the values `value`. Sums in the order of ranks,
 * so that rounding does not depend on the order of the search. */
double tree_expected(const struct outcomes *outcomes, const double value[]);

/* Computes the value of a move for the moving side, with `depth` plies to go after it. False, without a
 * value, if the belief excludes every outcome of the fight. */
bool tree_try(struct tree *tree, int ply, int depth, struct move move, double alpha, double beta,
              double *value);

/* Lists the legal moves of the side to move, without those of frozen pieces; returns their number. */
int tree_moves(const struct tree *tree, struct ordered_move *moves);

/* Returns whether the search assumes that the piece cannot move (option min_mobile). */
static inline bool tree_is_frozen(const struct tree *tree, int number)
{
    const struct piece *piece = &tree->board.piece[number];
    return piece->rank == RANK_UNKNOWN && !piece->moved && tree->odds.frozen[number % PIECES_A_SIDE];
}

/* Computes the scores by which the moves are ordered. `first`, the table's move, gets the highest. */
void tree_order(const struct tree *tree, struct ordered_move *moves, int count, struct move first);

/* Swaps the move with the highest score of moves[index .. count - 1] to moves[index]. */
void tree_pick(struct ordered_move *moves, int count, int index);

/* Returns the number of the unknown piece if the move is a fight that needs a chance node; otherwise
 * NO_PIECE. `attacks` gets whether that piece is the attacker. */
int tree_unknown(const struct tree *tree, struct move move, bool *attacks);

/* Returns the value of a leaf, with its pending fights estimated (search/quiescence.c). */
double tree_quiescence(struct tree *tree, int ply);

#endif
