/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order in which moves are searched (Arts 2010, 4.9): the move stored in the transposition table, then by
 * what the move does and by the history heuristic. */
#include "search/tree.h"

/* Scores by class (Arts 2010, 4.9.1); quiet moves get their direction. The history is added to all. It lifts
 * none to the sure wins, and no sure loss above 0: HISTORY_STEP * HISTORY_MAX is below SURE_WIN. */
enum {
    TABLE_MOVE = 1 << 30,
    WINS_FLAG = 1 << 29,
    SURE_WIN = 1 << 28,
    UNKNOWN = 2,            /* an attack on or by an unknown piece: as a quiet move sideways */
    BOTH_LOST = 0,
    SURE_LOSS = -(1 << 28),
    HISTORY_MAX = 1 << 24,
    HISTORY_STEP = 4,       /* weight of the history, above the scores of directions */
    FORWARD = 3,
    SIDEWAYS = 2,
    BACKWARD = 1,
};

/* Returns the score of an attack: by its result, if both ranks are known. */
static int32_t attack_score(const struct tree *tree, const struct piece *mover, const struct piece *victim)
{
    if (mover->rank == RANK_UNKNOWN || victim->rank == RANK_UNKNOWN)
        return UNKNOWN;
    if (victim->rank == FLAG)
        return WINS_FLAG;
    /* Among sure wins the most valuable victim comes first. */
    switch (battle_result(mover->rank, victim->rank)) {
    case BATTLE_WON: return SURE_WIN + (int32_t)tree->evaluator.options.value[victim->rank];
    case BATTLE_LOST: return SURE_LOSS;
    default: return BOTH_LOST;
    }
}

/* Returns the score of a quiet move by its direction: forward first. */
static int32_t direction_score(enum side side, struct move move)
{
    int rows = square_row(move.to) - square_row(move.from);
    if (side == BLUE)
        rows = -rows;
    return rows > 0 ? FORWARD : rows == 0 ? SIDEWAYS : BACKWARD;
}

void tree_order(const struct tree *tree, struct ordered_move *moves, int count, struct move first)
{
    const struct board *board = &tree->board;
    enum side side = board->to_move;
    for (int i = 0; i < count; i++) {
        struct move move = moves[i].move;
        int32_t score = 0;
        if (tree->ordering) {
            int victim = board->at[move.to];
            score = victim == NO_PIECE ? direction_score(side, move)
                                       : attack_score(tree, &board->piece[board->at[move.from]],
                                                      &board->piece[victim]);
        }
        if (tree->use_history) {
            uint32_t history = tree->history[side][move.from][history_target(move)];
            score += HISTORY_STEP * (int32_t)(history < HISTORY_MAX ? history : HISTORY_MAX);
        }
        moves[i].score = move_equal(move, first) ? TABLE_MOVE : score;
    }
}

void tree_pick(struct ordered_move *moves, int count, int index)
{
    int best = index;
    int32_t highest = moves[index].score;
    for (int i = index + 1; i < count; i++) {
        bool higher = moves[i].score > highest;
        highest = higher ? moves[i].score : highest;
        best = higher ? i : best;
    }
    struct ordered_move chosen = moves[best];
    moves[best] = moves[index];
    moves[index] = chosen;
}

int tree_moves(const struct tree *tree, struct ordered_move *ordered)
{
    const struct board *board = &tree->board;
    struct move moves[MOVES_MAX];
    int count = board_moves(board, moves), movable = 0;
    for (int i = 0; i < count; i++) {
        if (!tree_is_frozen(tree, board->at[moves[i].from]))
            ordered[movable++].move = moves[i];
    }
    return movable;
}
