/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "policy/bounds.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ALL_RANKS = (1 << RANKS) - 1, MOVING_RANKS = ALL_RANKS & ~(1 << FLAG | 1 << BOMB) };

/* The state of bound_is_below. Values are for the mover, -1 .. 1. */
struct bound_state {
    const struct bound_evaluator *evaluator;
    struct view view;               /* a copy; moves are made and taken back here */
    float limit;
    struct move reply[MOVES_MAX];   /* the safe replies of the enemy */
    float best[MOVES_MAX];          /* value after each reply, with the hidden ranks that are best for us */
    int replies;                    /* number of safe replies */
    int waiting[BOUND_BATCH_MAX];   /* the reply of each view in the batch */
    size_t count;                   /* views in the batch */
};

/* Returns the ranks, by bit, that a piece may have by public knowledge, which both sides share. `me`: the
 * side whose ranks the view knows. */
static uint16_t public_ranks(const struct board *board, enum side me, int number)
{
    const struct piece *piece = &board->piece[number];
    bool revealed = piece->side == me ? piece->known : piece->rank != RANK_UNKNOWN;
    uint16_t ranks = 0;
    if (revealed)
        return (uint16_t)(1u << piece->rank);
    /* A hidden enemy piece may have any of the enemy's unknown ranks. For the enemy, a hidden piece of ours
     * may have the rank of any of our hidden pieces. */
    if (piece->side != me)
        for (int rank = 0; rank < RANKS; rank++)
            ranks |= (uint16_t)((board->unknown_count[piece->side][rank] > 0) << rank);
    for (bitboard own = piece->side == me ? board->occupied[me] : 0; own;) {
        const struct piece *other = &board->piece[board->at[bits_pop(&own)]];
        if (!other->known)
            ranks |= (uint16_t)(1u << other->rank);
    }
    return piece->moved ? ranks & MOVING_RANKS : ranks;
}

/* Returns whether an attack can have the result `one` or `other` for some pair of these ranks. */
static bool can_end_with(uint16_t attackers, uint16_t victims, enum battle one, enum battle other)
{
    for (int a = 0; a < RANKS; a++)
        for (int v = 0; v < RANKS && attackers >> a & 1; v++)
            if ((victims >> v & 1) && (battle_result(a, v) == one || battle_result(a, v) == other))
                return true;
    return false;
}

/* Returns whether one of our pieces (side `me`) might take, or fall together with, an enemy piece that has
 * just moved from `from` to `to` and has one of `ranks` (bits). */
static bool can_be_captured(const struct board *board, enum side me, uint16_t ranks, int from, int to)
{
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        int square = square_next[to][direction], steps = 1;
        /* The first piece in the direction; `from` is empty after the move. */
        while (square != SQUARE_NONE && (board->at[square] == NO_PIECE || square == from)) {
            square = square_next[square][direction];
            steps++;
        }
        if (square == SQUARE_NONE || board->at[square] >= PIECES ||
            board->piece[board->at[square]].side != me)
            continue;
        uint16_t attacker_ranks = public_ranks(board, me, board->at[square]) & MOVING_RANKS;
        if (steps > 1) /* only a scout attacks from afar */
            attacker_ranks &= 1u << SCOUT;
        if (can_end_with(attacker_ranks, ranks, BATTLE_WON, BATTLE_BOTH))
            return true;
    }
    return false;
}

/* Returns whether a reply is safe for the enemy, by public knowledge: the three conditions in bounds.h. */
static bool reply_is_safe(const struct board *board, enum side me, struct move move)
{
    int mover = board->at[move.from], victim = board->at[move.to];
    const struct piece *piece = &board->piece[mover];
    uint16_t ranks = public_ranks(board, me, mover);
    if (!piece->moved && piece->rank == RANK_UNKNOWN)
        return false;
    if (square_distance(move.from, move.to) > 1 && piece->rank != SCOUT)
        return false;
    if (victim != NO_PIECE && can_end_with(ranks, public_ranks(board, me, victim), BATTLE_LOST, BATTLE_BOTH))
        return false;
    return !can_be_captured(board, me, ranks, move.from, move.to);
}

/* Finds the enemy's safe replies in the current position. */
static void find_safe_replies(struct bound_state *state)
{
    struct move moves[MOVES_MAX];
    const struct board *board = &state->view.board;
    int count = board_moves(board, moves);
    state->replies = 0;
    for (int i = 0; i < count; i++)
        if (reply_is_safe(board, state->view.side, moves[i])) {
            state->best[state->replies] = -INFINITY;
            state->reply[state->replies++] = moves[i];
        }
}

/* Raises the best value found after a reply to `value`, if that is higher. */
static void update_best_value(struct bound_state *state, int reply, float value)
{
    if (value > state->best[reply])
        state->best[reply] = value;
}

/* Evaluates the views in the batch, updates the best values and empties the batch. */
static void evaluate_batch(struct bound_state *state)
{
    const struct bound_evaluator *evaluator = state->evaluator;
    const float *values = state->count ? evaluator->values(evaluator->context, state->count) : NULL;
    for (size_t i = 0; i < state->count; i++)
        update_best_value(state, state->waiting[i], values[i]);
    state->count = 0;
}

/* Evaluates the position after a reply: by the result if the game is over, otherwise by the batch. */
static void evaluate_position(struct bound_state *state, int reply)
{
    struct outcome outcome = board_outcome(&state->view.board);
    if (outcome.result != RESULT_OPEN) {
        bool won = outcome.result == result_win(state->view.side);
        update_best_value(state, reply, outcome.result == RESULT_DRAW ? 0 : won ? 1 : -1);
        return;
    }
    state->evaluator->put(state->evaluator->context, &state->view, state->count); /* into the batch */
    state->waiting[state->count++] = reply;
    if (state->count == state->evaluator->batch)
        evaluate_batch(state);
}

/* Evaluates reply number `reply`. If a hidden piece attacks, evaluates the reply for each of its possible
 * ranks; the best value for us counts. */
static void evaluate_reply(struct bound_state *state, int reply)
{
    struct board *board = &state->view.board;
    struct move move = state->reply[reply];
    int mover = board->at[move.from];
    bool hidden = board->at[move.to] != NO_PIECE && board->piece[mover].rank == RANK_UNKNOWN;
    /* If the rank does not matter, one bit is enough: the reply is evaluated once. */
    uint16_t ranks = hidden ? public_ranks(board, state->view.side, mover) : 1;
    for (int rank = 0; rank < RANKS; rank++)
        if (ranks >> rank & 1) {
            board_make_as(board, move, hidden ? rank : RANK_UNKNOWN, RANK_UNKNOWN);
            evaluate_position(state, reply);
            board_unmake(board);
        }
}

/* Returns whether a safe reply makes the value fall below the limit. Our move must have been made. */
static bool is_refuted(struct bound_state *state)
{
    if (board_limit(&state->view.board) != REASON_NONE)
        return 0 < state->limit; /* the game is drawn: value 0 */
    find_safe_replies(state);
    for (int reply = 0; reply < state->replies; reply++)
        evaluate_reply(state, reply);
    evaluate_batch(state);
    for (int reply = 0; reply < state->replies; reply++)
        if (state->best[reply] < state->limit)
            return true;
    return false;
}

bool bound_is_below(const struct bound_evaluator *evaluator, const struct view *view, struct move move,
                    float limit)
{
    struct bound_state *state = memory_new(1, sizeof *state);
    struct board *board = &state->view.board;
    bool below = true;
    state->evaluator = evaluator;
    state->limit = limit;
    view_copy(&state->view, view);
    board_reserve(board, 2); /* our move and the reply */
    int victim = board->at[move.to];
    bool hidden = victim != NO_PIECE && board->piece[victim].rank == RANK_UNKNOWN;
    /* The move is tried with each of these ranks of the victim; if there is none, one bit: once. */
    uint16_t ranks = victim == NO_PIECE ? 1 : public_ranks(board, view->side, victim);
    if (victim != NO_PIECE && (ranks >> FLAG & 1))
        below = false; /* it may win the game */
    for (int rank = 0; rank < RANKS && below; rank++)
        if (ranks >> rank & 1) {
            board_make_as(board, move, RANK_UNKNOWN, hidden ? rank : RANK_UNKNOWN);
            below = is_refuted(state);
            board_unmake(board);
        }
    view_free(&state->view);
    free(state);
    return below;
}
