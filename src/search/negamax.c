/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Move nodes: negamax with alpha-beta, the transposition table, the history heuristic and multi-cut (Arts
 * 2010, 4.4 to 4.10). */
#include "search/tree.h"

#include "base/clock.h"
#include "base/stop.h"
#include "search/repetition.h"

#include <math.h>

enum { CHECK_EVERY = 1024 /* nodes between two checks of clock and stop flag */ };

void tree_report_work(struct tree *tree)
{
    atomic_store_explicit(&tree->reported_nodes, tree->nodes, memory_order_relaxed);
    atomic_store_explicit(&tree->reported_seldepth, tree->seldepth, memory_order_relaxed);
}

/* Checks the limits, sets `stopped` if one is reached, and sets the node count of the next check. */
static __attribute__((noinline)) void check_limits(struct tree *tree)
{
    if (tree->nodes >= tree->max_nodes || stop_requested(tree->stop) ||
        (tree->deadline > 0 && clock_now() >= tree->deadline))
        tree->stopped = true;
    tree_report_work(tree);
    if (tree->report)
        tree->report(tree->context);
    tree->next_check = tree->nodes + CHECK_EVERY;
    if (tree->next_check > tree->max_nodes)
        tree->next_check = tree->max_nodes;
}

int tree_unknown(const struct tree *tree, struct move move, bool *attacks)
{
    const struct board *board = &tree->board;
    int number = board->at[move.from], victim = board->at[move.to];
    if (victim == NO_PIECE)
        return NO_PIECE;
    *attacks = board->piece[number].rank == RANK_UNKNOWN;
    if (*attacks) /* a move over several squares reveals a scout: no unknown rank */
        return square_distance(move.from, move.to) > 1 ? NO_PIECE : number;
    return board->piece[victim].rank == RANK_UNKNOWN ? victim : NO_PIECE;
}

void tree_make(struct tree *tree, int ply, struct move move, int mover_rank, int victim_rank)
{
    board_make_as(&tree->board, move, mover_rank, victim_rank);
    evaluate_ply(&tree->evaluator, &tree->board, &tree->evaluation[ply], &tree->evaluation[ply + 1]);
}

void tree_unmake(struct tree *tree)
{
    board_unmake(&tree->board);
}

uint64_t tree_key(const struct tree *tree, int ply, int depth)
{
    const struct board *board = &tree->board;
    return board->key ^ board->piece_key ^ tree->evaluation[ply].key ^ repetition_key(board, depth);
}

bool tree_try(struct tree *tree, int ply, int depth, struct move move, double alpha, double beta,
              double *value)
{
    bool attacks;
    int unknown = tree_unknown(tree, move, &attacks);
    if (unknown != NO_PIECE) {
        struct outcomes outcomes;
        outcomes_fill(&tree->odds, &tree->board, unknown, attacks, &outcomes);
        if (outcomes.count)
            *value = tree_chance(tree, ply, depth, move, &outcomes, alpha, beta);
        return outcomes.count > 0;
    }
    tree_make(tree, ply, move, RANK_UNKNOWN, RANK_UNKNOWN);
    *value = -tree_search(tree, ply + 1, depth, -beta, -alpha, ALL_MOVES);
    tree_unmake(tree);
    return true;
}

/* Returns the value for a side to move that has no legal move: lost, or drawn if neither side has a movable
 * piece. */
static double value_without_moves(const struct tree *tree)
{
    const struct board *board = &tree->board;
    struct move moves[MOVES_MAX];
    bool neither = board_pseudo_legal_moves(board, board->to_move, moves) == 0 &&
                   board_pseudo_legal_moves(board, side_other(board->to_move), moves) == 0;
    return neither ? 0 : -tree->evaluator.win;
}

/* Returns whether the game is over at this node; `value` gets its value. It is inline for tree_search. */
static inline bool is_over(const struct tree *tree, double *value)
{
    const struct board *board = &tree->board;
    if (board->captured[board->to_move][FLAG]) {
        *value = -tree->evaluator.win;
        return true;
    }
    if (!board_can_move(board)) {
        *value = value_without_moves(tree);
        return true;
    }
    *value = 0;
    return board_limit(board) != REASON_NONE;
}

bool tree_is_over(const struct tree *tree, double *value)
{
    return is_over(tree, value);
}

/* Multi-cut (Arts 2010, 4.10): whether at least multicut_c of the first multicut_m moves reach beta at
 * reduced depth. */
static bool cuts_often(struct tree *tree, int ply, int depth, struct ordered_move *moves, int count,
                       double beta)
{
    /* The narrowest window: it only matters whether a move reaches beta. */
    double below = nextafter(beta, -INFINITY);
    int cuts = 0;
    for (int i = 0; i < count && i < tree->multicut_m && !tree->stopped; i++) {
        double value;
        tree_pick(moves, count, i);
        if (tree_try(tree, ply, depth - 1 - tree->multicut_r, moves[i].move, below, beta, &value) &&
            value >= beta && ++cuts >= tree->multicut_c)
            return true;
    }
    return false;
}

/* Narrows the window by a table entry of the same depth. Returns whether that gives the node's value. */
static bool settled_by_table(const struct table_entry *entry, int depth, double *alpha, double *beta)
{
    if (entry->depth != depth)
        return false;
    switch (table_bound(entry)) {
    case BOUND_EXACT: return true;
    case BOUND_LOWER: *alpha = entry->value > *alpha ? entry->value : *alpha; break;
    case BOUND_UPPER: *beta = entry->value < *beta ? entry->value : *beta; break;
    case BOUND_NONE: break;
    }
    return *alpha >= *beta;
}

/* Returns the value, for the moving side, of the leaf after a quiet step, without making the move. */
static double step_leaf(struct tree *tree, int ply, struct move move)
{
    if (++tree->nodes >= tree->next_check)
        check_limits(tree);
    if (ply + 1 > tree->seldepth)
        tree->seldepth = ply + 1;
    double total = evaluate_step(&tree->evaluator, &tree->evaluation[ply], move);
    return tree->board.to_move == RED ? total : -total;
}

/* The result of the loop over a node's moves. */
struct node_result {
    double best;      /* highest value */
    struct move move; /* the first move with this value */
    int played;       /* number of moves searched */
    bool cut;         /* a move reached beta */
};

/* Searches the first `max_moves` playable moves in order, until one reaches beta. */
static struct node_result search_moves(struct tree *tree, int ply, int depth, struct ordered_move *moves,
                                       int count, double alpha, double beta, int max_moves)
{
    struct node_result found = {.best = -INFINITY, .move = MOVE_NONE};
    /* Quiet steps to leaves need no make and unmake. */
    bool leaves = depth == 1 && !tree->quiescence && board_stays_open(&tree->board);
    for (int i = 0; i < count && found.played < max_moves; i++) {
        double value;
        tree_pick(moves, count, i);
        struct move move = moves[i].move;
        if (leaves && tree->board.at[move.to] == NO_PIECE && square_distance(move.from, move.to) == 1)
            value = step_leaf(tree, ply, move);
        else if (!tree_try(tree, ply, depth - 1, move, alpha, beta, &value))
            continue;
        found.played++;
        if (tree->stopped)
            break;
        if (value > found.best) {
            found.best = value;
            found.move = moves[i].move;
        }
        if (value > alpha)
            alpha = value;
        if (alpha >= beta) {
            found.cut = true;
            break;
        }
    }
    return found;
}

double tree_search(struct tree *tree, int ply, int depth, double alpha, double beta, int max_moves)
{
    double over_value;
    /* Count the node and check the limits. */
    if (++tree->nodes >= tree->next_check)
        check_limits(tree);
    if (tree->stopped)
        return 0;
    if (ply > tree->seldepth)
        tree->seldepth = ply;
    uint64_t key = 0, nodes = tree->nodes;
    if (tree->table && depth > 0) {
        key = tree_key(tree, ply, depth);
        table_fetch(tree->table, key);
    }
    /* The end of the game, or a leaf. */
    if (is_over(tree, &over_value))
        return over_value;
    if (depth <= 0)
        return tree->quiescence ? tree_quiescence(tree, ply)
                                : evaluation_for(&tree->evaluation[ply], tree->board.to_move);

    /* The table may know the value, narrow the window, or know the move to search first. */
    struct move first = MOVE_NONE;
    if (tree->table) {
        const struct table_entry *entry = table_find(tree->table, key);
        if (entry) {
            if (settled_by_table(entry, depth, &alpha, &beta))
                return entry->value;
            first = entry->move;
        }
    }
    /* Order the moves, try multi-cut, and search them. */
    struct ordered_move moves[MOVES_MAX];
    int count = tree_moves(tree, moves);
    tree_order(tree, moves, count, first);
    if (tree->multicut && max_moves == ALL_MOVES && depth > tree->multicut_r && isfinite(beta) &&
        cuts_often(tree, ply, depth, moves, count, beta))
        return beta;

    struct node_result found = search_moves(tree, ply, depth, moves, count, alpha, beta, max_moves);
    if (tree->stopped)
        return 0;
    if (!found.played)
        return value_without_moves(tree);
    /* All moves were searched, or after one that reached beta no more are needed. */
    bool complete = found.cut || found.played < max_moves;
    if (!move_is_none(found.move) && (found.cut || found.best > alpha) && tree->use_history)
        tree->history[tree->board.to_move][found.move.from][history_target(found.move)] += (uint32_t)depth;
    if (tree->table && (complete || found.best > alpha)) {
        /* One of the moves left out may be better than the best one found. */
        enum bound bound = !complete || found.best >= beta ? BOUND_LOWER
                           : found.best <= alpha           ? BOUND_UPPER : BOUND_EXACT;
        table_store(tree->table, key, found.best, bound, depth, found.best > alpha ? found.move : MOVE_NONE,
                    tree->nodes - nodes);
    }
    return found.best;
}
