/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Move nodes: negamax with alpha-beta, the table, the history heuristic and multi-cut (Arts 2010, 4.4 to
 * 4.10). */
#include "search/tree.h"

#include "base/clock.h"
#include "base/stop.h"
#include "search/repetition.h"

#include <math.h>

enum { LOOK_EVERY = 1024 /* nodes between two looks at clock and stop flag */ };

void tree_report_work(struct tree *tree)
{
    atomic_store_explicit(&tree->reported_nodes, tree->nodes, memory_order_relaxed);
    atomic_store_explicit(&tree->reported_seldepth, tree->seldepth, memory_order_relaxed);
}

/* Whether the search must end; sets the next look. */
static __attribute__((noinline)) void look(struct tree *tree)
{
    if (tree->nodes >= tree->max_nodes ||
        stop_requested(tree->stop) ||
        (tree->deadline > 0 && clock_now() >= tree->deadline))
        tree->stopped = true;
    tree_report_work(tree);
    if (tree->report)
        tree->report(tree->context);
    tree->look_at = tree->nodes + LOOK_EVERY;
    if (tree->look_at > tree->max_nodes)
        tree->look_at = tree->max_nodes;
}

/* The spread of ranks that a fight leaves open. */
int tree_unknown(const struct tree *tree, struct move move, bool *attacks)
{
    const struct board *board = &tree->board;
    int number = board->at[move.from], victim = board->at[move.to];
    if (victim == NO_PIECE)
        return NO_PIECE;
    *attacks = board->piece[number].rank == RANK_UNKNOWN;
    if (*attacks) /* a piece that runs is a scout, and all is known */
        return square_distance(move.from, move.to) > 1 ? NO_PIECE : number;
    return board->piece[victim].rank == RANK_UNKNOWN ? victim : NO_PIECE;
}

void tree_make(struct tree *tree, int ply, struct move move, int mover_rank, int victim_rank)
{
    board_make_as(&tree->board, move, mover_rank, victim_rank);
    evaluate_ply(&tree->evaluator, &tree->board, &tree->judgement[ply], &tree->judgement[ply + 1]);
}

void tree_unmake(struct tree *tree)
{
    board_unmake(&tree->board);
}

uint64_t tree_key(const struct tree *tree, int ply, int depth)
{
    const struct board *board = &tree->board;
    return board->key ^ board->piece_key ^ tree->judgement[ply].key ^ repetition_key(board, depth);
}

bool tree_try(struct tree *tree, int ply, int depth, struct move move, double alpha, double beta,
              double *value)
{
    bool attacks;
    int unknown = tree_unknown(tree, move, &attacks);
    if (unknown != NO_PIECE) {
        struct outcomes outcomes;
        outcomes_of(&tree->odds, &tree->board, unknown, attacks, &outcomes);
        if (outcomes.count)
            *value = tree_chance(tree, ply, depth, move, &outcomes, alpha, beta);
        return outcomes.count > 0;
    }
    tree_make(tree, ply, move, RANK_UNKNOWN, RANK_UNKNOWN);
    *value = -tree_search(tree, ply + 1, depth, -beta, -alpha, ALL_MOVES);
    tree_unmake(tree);
    return true;
}

/* A side without a move has lost, or both have drawn. */
static double stuck_value(const struct tree *tree)
{
    const struct board *board = &tree->board;
    struct move moves[MOVES_MAX];
    bool neither = board_pseudo_legal_moves(board, board->to_move, moves) == 0 &&
                   board_pseudo_legal_moves(board, side_other(board->to_move), moves) == 0;
    return neither ? 0 : -tree->evaluator.win;
}

/* The value of a game that is over here, or false. */
static inline bool is_over(const struct tree *tree, double *value)
{
    const struct board *board = &tree->board;
    if (board->captured[board->to_move][FLAG]) {
        *value = -tree->evaluator.win;
        return true;
    }
    if (!board_can_move(board)) {
        *value = stuck_value(tree);
        return true;
    }
    *value = 0;
    return board_limit(board) != REASON_NONE;
}

bool tree_is_over(const struct tree *tree, double *value)
{
    return is_over(tree, value);
}

/* Multi-cut: true where enough of the first moves reach beta at reduced depth (4.10). */
static bool cuts_often(struct tree *tree, int ply, int depth, struct ordered_move *moves, int count,
                       double beta)
{
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

/* Narrows the window by what the table knows; true where that settles the node. */
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

/* The leaf after a quiet step, entered without making the move: its value for the side that moves. */
static double step_leaf(struct tree *tree, int ply, struct move move)
{
    if (++tree->nodes >= tree->look_at)
        look(tree);
    if (ply + 1 > tree->seldepth)
        tree->seldepth = ply + 1;
    double total = evaluate_step(&tree->evaluator, &tree->judgement[ply], move);
    return tree->board.to_move == RED ? total : -total;
}

/* What the loop over the moves of a node found. */
struct node_result {
    double best;
    struct move move;
    int played; /* moves that could be played */
    bool cut;
};

static struct node_result search_moves(struct tree *tree, int ply, int depth, struct ordered_move *moves,
                                       int count, double alpha, double beta, int most)
{
    struct node_result found = {.best = -INFINITY, .move = MOVE_NONE};
    bool leaves = depth == 1 && !tree->quiescence && board_stays_open(&tree->board);
    for (int i = 0; i < count && found.played < most; i++) {
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

double tree_search(struct tree *tree, int ply, int depth, double alpha, double beta, int most)
{
    double over;
    if (++tree->nodes >= tree->look_at)
        look(tree);
    if (tree->stopped)
        return 0;
    if (ply > tree->seldepth)
        tree->seldepth = ply;
    uint64_t key = 0, nodes = tree->nodes;
    if (tree->table && depth > 0) {
        key = tree_key(tree, ply, depth);
        table_fetch(tree->table, key);
    }
    if (is_over(tree, &over))
        return over;
    if (depth <= 0)
        return tree->quiescence ? tree_settle(tree, ply)
                                : judgement_for(&tree->judgement[ply], tree->board.to_move);

    struct move first = MOVE_NONE;
    if (tree->table) {
        const struct table_entry *entry = table_find(tree->table, key);
        if (entry) {
            if (settled_by_table(entry, depth, &alpha, &beta))
                return entry->value;
            first = entry->move;
        }
    }
    struct ordered_move moves[MOVES_MAX];
    int count = tree_moves(tree, moves);
    tree_order(tree, moves, count, first);
    if (tree->multicut && most == ALL_MOVES && depth > tree->multicut_r && isfinite(beta) &&
        cuts_often(tree, ply, depth, moves, count, beta))
        return beta;

    struct node_result found = search_moves(tree, ply, depth, moves, count, alpha, beta, most);
    if (tree->stopped)
        return 0;
    if (!found.played)
        return stuck_value(tree);
    bool all = found.cut || found.played < most;
    if (!move_is_none(found.move) && (found.cut || found.best > alpha) && tree->use_history)
        tree->history[tree->board.to_move][found.move.from][history_target(found.move)] += (uint32_t)depth;
    if (tree->table && (all || found.best > alpha)) {
        enum bound bound = found.best >= beta ? BOUND_LOWER
                           : !all             ? BOUND_LOWER
                           : found.best <= alpha ? BOUND_UPPER : BOUND_EXACT;
        table_store(tree->table, key, found.best, bound, depth, found.best > alpha ? found.move : MOVE_NONE,
                    tree->nodes - nodes);
    }
    return found.best;
}
