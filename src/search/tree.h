/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree that one thread searches: the board it plays on, and the functions for each kind of node. For the
 * files of this room alone; others use search/search.h.
 *
 * Values are points for the side to move at a node; of a chance node for the side that attacks. A node is a
 * position that is entered after a move or after an outcome of a fight; the root and chance nodes do not
 * count (as Arts 2010, 6.3.1, has it). */
#ifndef VEDETTE_SEARCH_TREE_H
#define VEDETTE_SEARCH_TREE_H

#include "search/evaluate.h"
#include "search/outcomes.h"
#include "search/reach.h"
#include "search/table.h"

#include <stdatomic.h>

enum {
    SEARCH_PLIES = 64,          /* the deepest search, fights settled at leaves included */
    ALL_MOVES = MOVES_MAX,
    HISTORY_TARGETS = FILES + ROWS, /* a move stays on its row or on its file: a small table stays near */
};

struct tree {
    struct board board;         /* of the view; ranks become known only as if */
    struct evaluator evaluator;
    struct outcome_odds odds;
    struct reach reach;         /* not usable where the range of all values is to bound outcomes */
    struct table *table;        /* NULL: none */
    struct judgement judgement[SEARCH_PLIES + 2]; /* by ply */
    uint32_t history[SIDES][SQUARES][HISTORY_TARGETS]; /* by from, and by where to (history_target) */
    uint64_t nodes;
    uint64_t look_at;           /* the number of nodes at which to look at limits again */
    uint64_t max_nodes;        /* UINT64_MAX: no limit */
    double deadline;            /* clock_now; 0: none */
    const atomic_bool *stop;    /* may be NULL */
    void (*report)(void *context);/* called at each look; may be NULL */
    void *context;
    _Atomic uint64_t reported_nodes;/* `nodes` and `seldepth` at the last look, for other threads */
    atomic_int reported_seldepth;
    bool stopped;               /* what the functions return is worth nothing then */
    int seldepth;
    /* The options that every node asks for. */
    bool ordering, use_history, chance_table, star1, etc, multicut, quiescence;
    int probe, multicut_m, multicut_c, multicut_r;
};

static inline int history_target(struct move move)
{
    return square_row(move.from) == square_row(move.to) ? square_file(move.to)
                                                        : FILES + square_row(move.to);
}

/* A legal move with its place in the order. */
struct ordered_move {
    struct move move;
    int32_t score;
};

/* Plays a move at ply `ply` as if unknown pieces had these ranks (board_make_as), and judges what comes of
 * it. */
void tree_make(struct tree *tree, int ply, struct move move, int mover_rank, int victim_rank);
void tree_unmake(struct tree *tree);

/* Tells other threads how much was done. */
void tree_report_work(struct tree *tree);

/* What makes the position one of its own for a table, looked at `depth` plies ahead. */
uint64_t tree_key(const struct tree *tree, int ply, int depth);

/* A node with `depth` plies to go. Outside the window the value is a bound, as in fail-soft alpha-beta. With
 * fewer than ALL_MOVES only the first `most` moves are looked at: the value is then a lower bound, if it is
 * above alpha, and else nothing. */
double tree_search(struct tree *tree, int ply, int depth, double alpha, double beta, int most);

/* Whether the game is over here, and its value for the side to move. */
bool tree_is_over(const struct tree *tree, double *value);

/* The chance node of a fight at ply `ply`, with `depth` plies to go after it, for the side that attacks. The
 * fight can take place. */
double tree_chance(struct tree *tree, int ply, int depth, struct move move, const struct outcomes *outcomes,
                   double alpha, double beta);

/* What a fight is worth whose outcomes have these values. The sum is made in the order of ranks, so that it
 * is the same to the last bit whatever was searched first. */
double tree_expected(const struct outcomes *outcomes, const double value[]);

/* The value of a move for the side that makes it, with `depth` plies to go after it: straight or by a chance
 * node. False, and no value, where by what is believed there can be no such fight. */
bool tree_try(struct tree *tree, int ply, int depth, struct move move, double alpha, double beta,
              double *value);

/* The legal moves of the side to move without those of pieces that are taken not to move. */
int tree_moves(const struct tree *tree, struct ordered_move *moves);

/* Whether a piece is taken not to move (min_mobile). */
static inline bool tree_is_frozen(const struct tree *tree, int number)
{
    const struct piece *piece = &tree->board.piece[number];
    return piece->rank == RANK_UNKNOWN && !piece->moved && tree->odds.frozen[number % PIECES_A_SIDE];
}

/* Fills in scores: `first` is the table's move. */
void tree_order(const struct tree *tree, struct ordered_move *moves, int count, struct move first);

/* Brings the move with the highest score of moves[at ..] to moves[at]. */
void tree_pick(struct ordered_move *moves, int count, int at);

/* The unknown piece of a fight that is a chance node, and whether it is the attacker. */
int tree_unknown(const struct tree *tree, struct move move, bool *attacks);

/* A leaf whose fight at hand is settled (search/quiescence.c). */
double tree_settle(struct tree *tree, int ply);

#endif
