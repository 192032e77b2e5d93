/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "policy/bounds.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ALL_RANKS = (1 << RANKS) - 1, MOVING_RANKS = ALL_RANKS & ~(1 << FLAG | 1 << BOMB) };

struct bound_look {
    const struct bound_evaluator *evaluator;
    struct view view;               /* the moves are made here */
    float limit;
    struct move reply[MOVES_MAX];   /* the safe ones */
    float best[MOVES_MAX];          /* the value after each, with the rank that is best for us */
    int replies;
    int waiting[BOUND_BATCH_MAX];  /* numbers of replies whose views were put into the batch */
    size_t count;
};

/* The ranks that a piece may have by what both sides know, bit by rank. */
static uint16_t public_ranks(const struct board *board, enum side me, int number)
{
    const struct piece *piece = &board->piece[number];
    bool open = piece->side == me ? piece->known : piece->rank != RANK_UNKNOWN;
    uint16_t ranks = 0;
    if (open)
        return (uint16_t)(1u << piece->rank);
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

/* Whether an attack may have one of two results for some of the ranks. */
static bool may_end(uint16_t attackers, uint16_t victims, enum battle one, enum battle other)
{
    for (int by = 0; by < RANKS; by++)
        for (int of = 0; of < RANKS && attackers >> by & 1; of++)
            if ((victims >> of & 1) && (battle_result(by, of) == one || battle_result(by, of) == other))
                return true;
    return false;
}

/* Whether one of our pieces might take a piece of `ranks`, or fall with it, that has just gone from `from` to
 * `to`. */
static bool may_be_taken(const struct board *board, enum side me, uint16_t ranks, int from, int to)
{
    for (int direction = 0; direction < 4; direction++) {
        int square = square_next[to][direction], steps = 1;
        while (square != SQUARE_NONE && (board->at[square] == NO_PIECE || square == from)) {
            square = square_next[square][direction];
            steps++;
        }
        if (square == SQUARE_NONE || board->at[square] >= PIECES ||
            board->piece[board->at[square]].side != me)
            continue;
        uint16_t by = public_ranks(board, me, board->at[square]) & MOVING_RANKS;
        if (steps > 1)
            by &= 1u << SCOUT;
        if (may_end(by, ranks, BATTLE_WON, BATTLE_BOTH))
            return true;
    }
    return false;
}

static bool is_safe(const struct board *board, enum side me, struct move move)
{
    int mover = board->at[move.from], victim = board->at[move.to];
    const struct piece *piece = &board->piece[mover];
    uint16_t ranks = public_ranks(board, me, mover);
    if (!piece->moved && piece->rank == RANK_UNKNOWN)
        return false;
    if (square_distance(move.from, move.to) > 1 && piece->rank != SCOUT)
        return false;
    if (victim != NO_PIECE &&
        may_end(ranks, public_ranks(board, me, victim), BATTLE_LOST, BATTLE_BOTH))
        return false;
    return !may_be_taken(board, me, ranks, move.from, move.to);
}

static void find_safe_replies(struct bound_look *look)
{
    struct move moves[MOVES_MAX];
    const struct board *board = &look->view.board;
    int count = board_moves(board, moves);
    look->replies = 0;
    for (int i = 0; i < count; i++)
        if (is_safe(board, look->view.side, moves[i])) {
            look->best[look->replies] = -INFINITY;
            look->reply[look->replies++] = moves[i];
        }
}

static void take_value(struct bound_look *look, int reply, float value)
{
    if (value > look->best[reply])
        look->best[reply] = value;
}

static void take_batch(struct bound_look *look)
{
    const float *values = look->count ? look->evaluator->values(look->evaluator->context, look->count) : NULL;
    for (size_t i = 0; i < look->count; i++)
        take_value(look, look->waiting[i], values[i]);
    look->count = 0;
}

/* Values the view as it stands: after a reply. */
static void value_position(struct bound_look *look, int reply)
{
    struct outcome outcome = board_outcome(&look->view.board);
    if (outcome.result != RESULT_OPEN) {
        bool won = outcome.result == result_win(look->view.side);
        take_value(look, reply, outcome.result == RESULT_DRAW ? 0 : won ? 1 : -1);
        return;
    }
    look->evaluator->put(look->evaluator->context, &look->view, look->count);
    look->waiting[look->count++] = reply;
    if (look->count == look->evaluator->batch)
        take_batch(look);
}

/* Values what follows a reply, for each rank of a hidden attacker. */
static void value_reply(struct bound_look *look, int reply)
{
    struct board *board = &look->view.board;
    struct move move = look->reply[reply];
    int mover = board->at[move.from];
    bool hidden = board->at[move.to] != NO_PIECE && board->piece[mover].rank == RANK_UNKNOWN;
    uint16_t ranks = hidden ? public_ranks(board, look->view.side, mover) : 1;
    for (int rank = 0; rank < RANKS; rank++)
        if (ranks >> rank & 1) {
            board_make_as(board, move, hidden ? rank : RANK_UNKNOWN, RANK_UNKNOWN);
            value_position(look, reply);
            board_unmake(board);
        }
}

/* Whether a safe reply brings the value below the limit; our move has been made. */
static bool is_refuted(struct bound_look *look)
{
    if (board_limit(&look->view.board) != REASON_NONE)
        return 0 < look->limit; /* it is drawn */
    find_safe_replies(look);
    for (int reply = 0; reply < look->replies; reply++)
        value_reply(look, reply);
    take_batch(look);
    for (int reply = 0; reply < look->replies; reply++)
        if (look->best[reply] < look->limit)
            return true;
    return false;
}

bool bound_is_below(const struct bound_evaluator *evaluator, const struct view *view, struct move move,
                    float limit)
{
    struct bound_look *look = memory_new(1, sizeof *look);
    struct board *board = &look->view.board;
    bool below = true;
    look->evaluator = evaluator;
    look->limit = limit;
    view_copy(&look->view, view);
    board_reserve(board, 2);
    int victim = board->at[move.to];
    bool hidden = victim != NO_PIECE && board->piece[victim].rank == RANK_UNKNOWN;
    uint16_t ranks = victim == NO_PIECE ? 1 : public_ranks(board, view->side, victim);
    if (victim != NO_PIECE && (ranks >> FLAG & 1))
        below = false; /* it may win the game */
    for (int rank = 0; rank < RANKS && below; rank++)
        if (ranks >> rank & 1) {
            board_make_as(board, move, RANK_UNKNOWN, hidden ? rank : RANK_UNKNOWN);
            below = is_refuted(look);
            board_unmake(board);
        }
    view_free(&look->view);
    free(look);
    return below;
}
