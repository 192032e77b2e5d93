/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "game/position.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum status position_init(struct position *position, const struct placement *start,
                          const struct rules *rules, struct error *error)
{
    *position = (struct position){0};
    enum status status = placement_check(start, error);
    if (status)
        return status;
    position->start = *start;
    board_init(&position->board, start, rules);
    return STATUS_OK;
}

void position_free(struct position *position)
{
    board_free(&position->board);
    free(position->prior);
    *position = (struct position){0};
}

enum status position_set_prior_plies(struct position *position, const struct prior_ply *plies, size_t count,
                                     struct error *error)
{
    enum status status = board_set_prior_plies(&position->board, plies, count, error);
    if (status)
        return status;
    free(position->prior);
    position->prior = memory_new(count, sizeof *plies);
    position->prior_count = count;
    if (count)
        memcpy(position->prior, plies, count * sizeof *plies);
    return STATUS_OK;
}

size_t position_needed_history(const struct position *position, struct prior_ply *plies)
{
    const struct board *board = &position->board;
    uint32_t count = board_needed_history(board), first = board->plies - count;
    for (uint32_t i = 0; i < count && plies; i++) {
        const struct ply *ply = &board->history[first + i];
        bool attack = first + i < board->prior_plies ? position->prior[first + i].attack
                                                     : ply->battle != BATTLE_NONE;
        plies[i] = (struct prior_ply){ply->move, attack};
    }
    return count;
}

enum rank_need { RANK_OPTIONAL, RANK_NEEDED };

/* Sets the rank of a piece on the board to `rank`, which was stated with a move. STATUS_BAD if the piece has
 * another rank, if no unknown piece can have this rank, or if a needed rank is not stated. `subject`:
 * "attacker" or "defender", for the message. */
static enum status reveal_stated(struct board *board, int number, int rank, const char *subject,
                                 enum rank_need need, struct error *error)
{
    const struct piece *piece = &board->piece[number];
    if (piece->rank != RANK_UNKNOWN) {
        if (rank != RANK_UNKNOWN && rank != piece->rank)
            return error_set(error, STATUS_BAD, "the %s is a %s, not a %s", subject,
                             rank_table[piece->rank].name, rank_table[rank].name);
        return STATUS_OK;
    }
    if (rank == RANK_UNKNOWN && need == RANK_OPTIONAL)
        return STATUS_OK;
    if (rank == RANK_UNKNOWN)
        return error_set(error, STATUS_BAD,
                         "the %s's rank is not known: the move must have it (a4#6xa5#B)", subject);
    if (!board->unknown_count[piece->side][rank])
        return error_set(error, STATUS_BAD, "%s has no unknown %s left", side_name(piece->side),
                         rank_table[rank].name);
    board_reveal(board, number, rank);
    return STATUS_OK;
}

/* Checks that the stated ranks are possible for a legal move; changes nothing. */
static enum status check_ranks(const struct board *board, struct move_with_ranks entered, struct error *error)
{
    struct move move = entered.move;
    bool attack = board->at[move.to] < PIECES;
    bool moved_far = square_distance(move.from, move.to) > 1;
    const struct piece *mover = &board->piece[board->at[move.from]];
    if (entered.attacker < RANKS && mover->rank == RANK_UNKNOWN &&
        (!rank_moves(entered.attacker) || (moved_far && entered.attacker != SCOUT)))
        return error_set(error, STATUS_BAD, "a %s cannot have made that move",
                         rank_table[entered.attacker].name);
    if (!attack && entered.defender < RANKS)
        return error_set(error, STATUS_BAD, "the move has a defender's rank, but nobody is there");
    if (attack && entered.defender < RANKS && !rank_moves(entered.defender) &&
        board->piece[board->at[move.to]].moved)
        return error_set(error, STATUS_BAD, "a %s cannot have moved", rank_table[entered.defender].name);
    return STATUS_OK;
}

/* Sets the stated ranks of attacker and defender. On an error neither is set. */
static enum status reveal_both(struct board *board, struct move_with_ranks entered, struct error *error)
{
    int number = board->at[entered.move.from], victim = board->at[entered.move.to];
    bool attack = victim < PIECES, moved_far = square_distance(entered.move.from, entered.move.to) > 1;
    if (moved_far && entered.attacker == RANK_UNKNOWN && board->piece[number].rank == RANK_UNKNOWN)
        entered.attacker = SCOUT; /* only a scout moves far */
    enum status status = check_ranks(board, entered, error);
    if (!status && attack) {
        /* Find faults of the defender's rank first, so that the attacker is not revealed on an error:
         * reveal_stated fails in both cases. */
        const struct piece *defender = &board->piece[victim];
        if (defender->rank == RANK_UNKNOWN &&
            (entered.defender >= RANKS || !board->unknown_count[defender->side][entered.defender]))
            return reveal_stated(board, victim, entered.defender, "defender", RANK_NEEDED, error);
        if (defender->rank != RANK_UNKNOWN && entered.defender < RANKS && entered.defender != defender->rank)
            return reveal_stated(board, victim, entered.defender, "defender", RANK_NEEDED, error);
    }
    if (!status)
        status = reveal_stated(board, number, entered.attacker, "attacker",
                               attack ? RANK_NEEDED : RANK_OPTIONAL, error);
    if (!status && attack)
        status = reveal_stated(board, victim, entered.defender, "defender", RANK_NEEDED, error);
    return status;
}

enum status position_play(struct position *position, struct move_with_ranks entered, struct event *event,
                          struct error *error)
{
    struct board *board = &position->board;
    struct outcome outcome = board_outcome(board);
    enum illegal why =
        outcome.result != RESULT_OPEN ? MOVE_GAME_OVER : board_check(board, entered.move);
    if (why != MOVE_LEGAL)
        return error_set(error, STATUS_NO, "%s", illegal_text(why));
    enum status status = reveal_both(board, entered, error);
    if (status)
        return status;
    board_make(board, entered.move);
    if (event)
        *event = board_event(board, board->plies - 1);
    return STATUS_OK;
}

struct outcome position_outcome(const struct position *position)
{
    return board_outcome(&position->board);
}

void position_to_placement(const struct position *position, struct placement *now)
{
    const struct board *board = &position->board;
    placement_clear(now);
    now->to_move = board->to_move;
    now->free = position->start.free;
    now->variant = position->start.variant;
    now->played = board_played(board);
    now->quiet = board_quiet(board);
    memcpy(now->captured, board->captured, sizeof now->captured);
    memcpy(now->absent, position->start.absent, sizeof now->absent);
    for (int number = 0; number < PIECES; number++) {
        const struct piece *piece = &board->piece[number];
        if (piece->square != SQUARE_NONE)
            now->cell[piece->square] = (struct cell){.rank = piece->rank, .side = piece->side,
                                                     .moved = piece->moved, .known = piece->known};
    }
}

/* Counts the positions after `depth` plies, for position_perft. */
static uint64_t perft(struct board *board, int depth)
{
    if (depth == 0)
        return 1;
    struct move moves[MOVES_MAX];
    if (board->captured[RED][FLAG] || board->captured[BLUE][FLAG] || board_limit(board) != REASON_NONE)
        return 0;
    uint64_t leaves = 0;
    int count = board_moves(board, moves);
    for (int i = 0; i < count; i++) {
        board_make(board, moves[i]);
        leaves += perft(board, depth - 1);
        board_unmake(board);
    }
    return leaves;
}

uint64_t position_perft(struct position *position, int depth)
{
    return perft(&position->board, depth);
}
