/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/solver.h"

#include "base/stop.h"

const struct solver_scale_row solver_scale_table[SOLVER_SCALES] = {
    [SCALE_ARTS] = {{[BOMB] = 20, [SPY] = 200, [SCOUT] = 30, [MINER] = 25, [SERGEANT] = 15, [LIEUTENANT] = 50,
                     [CAPTAIN] = 25, [MAJOR] = 75, [COLONEL] = 100, [GENERAL] = 200, [MARSHAL] = 400}, 50},
    [SCALE_RANK] = {{[BOMB] = 15, [SPY] = 40, [SCOUT] = 8, [MINER] = 25, [SERGEANT] = 12, [LIEUTENANT] = 18,
                     [CAPTAIN] = 27, [MAJOR] = 40, [COLONEL] = 60, [GENERAL] = 90, [MARSHAL] = 130}, 18},
};

enum { BEYOND = SOLVER_WIN + 1 }; /* above every value; -BEYOND is below every value */

/* Returns the material of the side to move minus the enemy's, from the captured pieces. Pieces that were
 * never on the board count for neither side, so only differences of this value have a meaning. */
static int balance(const struct board *board, const struct solver_scale_row *scale)
{
    const uint8_t *own = board->captured[board->to_move];
    const uint8_t *enemy = board->captured[side_other(board->to_move)];
    int sum = 0;
    for (int rank = BOMB; rank < RANKS; rank++)
        sum += (enemy[rank] - own[rank]) * scale->worth[rank];
    return sum;
}

/* Returns a score for the move order: winning attacks first, by the value of the victim; then quiet moves and
 * exchanges; losing attacks last. The order changes only the speed. */
static int move_order_score(const struct board *board, const struct solver_scale_row *scale, struct move move)
{
    int victim = board->at[move.to];
    if (victim >= PIECES)
        return 0;
    int defender = board->piece[victim].rank, attacker = board->piece[board->at[move.from]].rank;
    enum battle battle = battle_result(attacker, defender);
    int gain = defender == FLAG ? SOLVER_WIN : scale->worth[defender];
    return battle == BATTLE_WON ? 1 + gain : battle == BATTLE_BOTH ? 0 : -scale->worth[attacker];
}

/* Lists the legal moves by falling score; returns their number. */
static int order_moves(const struct board *board, const struct solver_scale_row *scale,
                       struct move moves[MOVES_MAX])
{
    int rating[MOVES_MAX], count = board_moves(board, moves);
    for (int i = 0; i < count; i++) {
        struct move move = moves[i];
        int rated = move_order_score(board, scale, move), place = i;
        for (; place > 0 && rating[place - 1] < rated; place--) {
            rating[place] = rating[place - 1];
            moves[place] = moves[place - 1];
        }
        rating[place] = rated;
        moves[place] = move;
    }
    return count;
}

/* Returns the value for the side to move by alpha-beta search (fail-soft negamax) with `depth` plies to go:
 * the balance at the leaves, +-SOLVER_WIN or 0 for a finished game. */
static int search(struct board *board, const struct solver_scale_row *scale, int depth, int alpha, int beta)
{
    struct move moves[MOVES_MAX];
    if (board->captured[board->to_move][FLAG]) /* by the last move */
        return -SOLVER_WIN;
    if (depth == 0 && board_can_move(board)) /* a side without a move has lost or drawn: see below */
        return balance(board, scale);
    int count = order_moves(board, scale, moves), best = -BEYOND;
    if (count == 0)
        return board_outcome(board).result == RESULT_DRAW ? 0 : -SOLVER_WIN;
    for (int i = 0; i < count && best < beta; i++) {
        board_make(board, moves[i]);
        int value = -search(board, scale, depth - 1, -beta, -(best > alpha ? best : alpha));
        board_unmake(board);
        best = value > best ? value : best;
    }
    return best;
}

int solver_value(struct board *board, enum solver_scale scale, int depth, int alpha, int beta)
{
    return search(board, &solver_scale_table[scale], depth, alpha, beta);
}

/* Returns the value of a move for the side to move, `depth` plies from before it. The value is exact between
 * alpha and beta; outside it is a bound (solver_value). */
static int move_value(struct board *board, enum solver_scale scale, struct move move, int depth, int alpha,
                      int beta)
{
    board_make(board, move);
    int value = -solver_value(board, scale, depth - 1, -beta, -alpha);
    board_unmake(board);
    return value;
}

struct move solver_right(struct board *board, enum solver_scale scale, int depth)
{
    const struct solver_scale_row *row = &solver_scale_table[scale];
    struct move moves[MOVES_MAX], right = MOVE_NONE;
    /* Find the best move that wins the margin or more: `best` starts just below that. */
    int count = order_moves(board, row, moves), best = balance(board, row) + row->margin - 1;
    for (int i = 0; i < count; i++) {
        int value = move_value(board, scale, moves[i], depth, best, BEYOND);
        if (value > best) {
            best = value;
            right = moves[i];
        }
    }
    /* It is the right one only if each other move is worth less by the margin or more. */
    for (int i = 0; i < count && !move_is_none(right); i++) {
        int max = best - row->margin; /* a window of width 1 shows whether the value is above it */
        if (!move_equal(moves[i], right) && move_value(board, scale, moves[i], depth, max, max + 1) > max)
            right = MOVE_NONE;
    }
    return right;
}

/* Returns whether `move` is the right move at this depth by every scale of piece values. */
static bool is_right(struct board *board, struct move move, int depth)
{
    for (int scale = 0; scale < SOLVER_SCALES; scale++)
        if (!move_equal(solver_right(board, (enum solver_scale)scale, depth), move))
            return false;
    return true;
}

struct move solver_solve(struct board *board, int holds, int *plies, const atomic_bool *stop)
{
    struct move right = solver_right(board, SCALE_ARTS, SOLVER_PLIES);
    int first = SOLVER_PLIES;
    if (move_is_none(right))
        return MOVE_NONE;
    /* Find the smallest depth from which on the move is right at every depth. */
    while (first > SOLVER_TRIVIAL && is_right(board, right, first - 1))
        first--;
    if (first == SOLVER_TRIVIAL)
        return MOVE_NONE;
    for (int depth = SOLVER_PLIES; depth <= holds; depth++)
        if (stop_requested(stop) || !is_right(board, right, depth))
            return MOVE_NONE;
    if (plies)
        *plies = first;
    return right;
}

int solver_line(struct board *board, enum solver_scale scale, int depth, struct move line[])
{
    struct move moves[MOVES_MAX];
    int length = 0;
    /* Make the best move at each ply until the game ends; then take all moves back. */
    while (length < depth && !board->captured[board->to_move][FLAG]) {
        int count = board_moves(board, moves), best = -BEYOND;
        for (int i = 0; i < count; i++) {
            int value = move_value(board, scale, moves[i], depth - length, best, BEYOND);
            if (value > best) {
                best = value;
                line[length] = moves[i];
            }
        }
        if (count == 0)
            break;
        board_make(board, line[length++]);
    }
    for (int i = 0; i < length; i++)
        board_unmake(board);
    return length;
}
