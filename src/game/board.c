/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "game/board.h"

#include "base/memory.h"
#include "game/zobrist.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static_assert(RANKS == 12 && PIECES == 80, "the tables in zobrist.c are written out for these");

static inline int state_of(const struct piece *piece)
{
    return piece->known ? STATE_KNOWN : piece->moved;
}

static inline uint64_t key_of(const struct piece *piece, int square)
{
    return zobrist_piece[piece->side][piece->rank][state_of(piece)][square];
}

/* Takes a piece off its square; of the derived values only the pool is not its concern. */
static inline void lift(struct board *board, int number, int square)
{
    const struct piece *piece = &board->piece[number];
    bitboard off = ~bit(square);
    board->at[square] = NO_PIECE;
    board->of[piece->side] &= off;
    board->mobile[piece->side] &= off;
    board->runners[piece->side] &= off;
    board->key ^= key_of(piece, square);
    board->placing ^= zobrist_number[number][square];
}

/* Whether a piece of unknown rank may move at all, as far as the board knows. */
static bool may_move(const struct board *board, const struct piece *piece)
{
    if (piece->moved)
        return true;
    for (int rank = SPY; rank < RANKS; rank++)
        if (board->pool[piece->side][rank])
            return true;
    return false;
}

/* The sets of those that may move, for a piece of unknown rank on the squares `on`. Kept apart: where
 * all ranks are known, as in playouts, put stays small. */
static __attribute__((noinline)) void put_unknown(struct board *board, const struct piece *piece,
                                                  bitboard on)
{
    if (!may_move(board, piece))
        return;
    board->mobile[piece->side] |= on;
    if (board->pool[piece->side][SCOUT])
        board->runners[piece->side] |= on;
}

/* Puts a piece on an empty square. */
static inline void put(struct board *board, int number, int square)
{
    struct piece *piece = &board->piece[number];
    bitboard on = bit(square);
    piece->square = (uint8_t)square;
    board->at[square] = (uint8_t)number;
    board->of[piece->side] |= on;
    if (piece->rank == RANK_UNKNOWN) {
        put_unknown(board, piece, on);
    } else if (rank_moves(piece->rank)) {
        board->mobile[piece->side] |= on;
        if (piece->rank == SCOUT)
            board->runners[piece->side] |= on;
    }
    board->key ^= key_of(piece, square);
    board->placing ^= zobrist_number[number][square];
}

static void check_debug(const struct board *board)
{
#ifdef VEDETTE_DEBUG
    const char *fault = board_fault(board);
    if (fault) {
        fprintf(stderr, "vedette: the board is wrong: %s\n", fault);
        abort();
    }
#else
    (void)board;
#endif
}

/* Puts all pieces of a placement on a board that has its pools. */
static void put_all(struct board *board, const struct placement *placement)
{
    int next[SIDES] = {0, PIECES_A_SIDE};
    for (int number = 0; number < PIECES; number++)
        board->piece[number] = (struct piece){
            .rank = RANK_UNKNOWN, .side = number >= PIECES_A_SIDE, .square = SQUARE_NONE};
    board->key = placement->to_move == BLUE ? zobrist_blue : 0;
    for (int square = 0; square < SQUARES; square++) {
        const struct cell *cell = &placement->cell[square];
        board->at[square] = square_is_lake(square) ? LAKE : NO_PIECE;
        if (cell->side == SIDES)
            continue;
        int number = next[cell->side]++;
        board->piece[number].rank = cell->rank;
        board->piece[number].moved = cell->moved;
        board->piece[number].known = cell->known;
        put(board, number, square);
    }
    check_debug(board);
}

/* An empty board for a placement, with the pools that follow from it. */
static void begin(struct board *board, const struct placement *placement, const struct rules *rules)
{
    *board = (struct board){.to_move = placement->to_move,
                            .rules = *rules,
                            .played_before = placement->played,
                            .quiet_before = placement->quiet};
    memcpy(board->captured, placement->captured, sizeof board->captured);
    for (int side = RED; side <= BLUE; side++)
        placement_pool(placement, (enum side)side, board->pool[side]);
}

void board_init(struct board *board, const struct placement *placement, const struct rules *rules)
{
    begin(board, placement, rules);
    put_all(board, placement);
}

void board_init_pool(struct board *board, const struct placement *placement,
                     const struct rules *rules, enum side side, const uint8_t pool[RANKS])
{
    begin(board, placement, rules);
    memcpy(board->pool[side], pool, sizeof board->pool[side]);
    put_all(board, placement);
}

void board_free(struct board *board)
{
    free(board->history);
    *board = (struct board){0};
}

void board_copy(struct board *to, const struct board *from)
{
    struct ply *history = to->history;
    size_t room = to->room;
    *to = *from;
    to->history = memory_grow(history, &room, from->plies, sizeof *history);
    to->room = room;
    if (from->plies)
        memcpy(to->history, from->history, from->plies * sizeof *history);
}

void board_tell(struct board *board, int number, int rank)
{
    struct piece *piece = &board->piece[number];
    int side = piece->side, square = piece->square;
    assert(piece->rank == RANK_UNKNOWN && board->pool[side][rank] > 0);
    lift(board, number, square);
    piece->rank = (uint8_t)rank;
    board->pool[side][rank]--;
    put(board, number, square);
    /* The last scout or the last mover of the pool may be gone: what the others may do follows. */
    for (int other = side * PIECES_A_SIDE; other < (side + 1) * PIECES_A_SIDE; other++) {
        piece = &board->piece[other];
        if (piece->rank != RANK_UNKNOWN || piece->square == SQUARE_NONE)
            continue;
        if (!board->pool[side][SCOUT])
            board->runners[side] &= ~bit(piece->square);
        if (!may_move(board, piece))
            board->mobile[side] &= ~bit(piece->square);
    }
    check_debug(board);
}

static void capture(struct board *board, int number)
{
    struct piece *piece = &board->piece[number];
    board->captured[piece->side][piece->rank]++;
    piece->square = SQUARE_NONE;
}

/* The more-squares lists after ply `n` (ISF 11): an attack empties
 * both; a reply that does not start beside the square where the enemy's last move ended empties his. */
static inline void update_chases(struct board *board, uint32_t n, struct move move, bool attack)
{
    if (attack) {
        board->chase_start[RED] = board->chase_start[BLUE] = n + 1;
        board->last_attack = n + 1;
    } else if (n > 0) {
        int ended = board->history[n - 1].move.to;
        if (!bit_in(bits_around(bit(ended)), move.from))
            board->chase_start[side_other(board->to_move)] = n;
    }
}

/* Room for one more ply; kept apart so that the common case stays small. */
static __attribute__((noinline)) void grow_history(struct board *board)
{
    board->history = memory_grow(board->history, &board->room, board->plies + 1,
                                 sizeof *board->history);
}

void board_make(struct board *board, struct move move)
{
    uint32_t n = board->plies;
    if (n >= board->room)
        grow_history(board);
    int number = board->at[move.from], victim = board->at[move.to];
    struct piece *mover = &board->piece[number];
    struct ply *ply = &board->history[n];
    ply->move = move;
    ply->mover = (uint8_t)number;
    ply->victim = (uint8_t)victim;
    ply->battle = BATTLE_NONE;
    ply->mover_moved = mover->moved;
    ply->mover_known = mover->known;
    ply->victim_known = 0;
    ply->chase_start[RED] = board->chase_start[RED];
    ply->chase_start[BLUE] = board->chase_start[BLUE];
    ply->last_attack = board->last_attack;

    lift(board, number, move.from);
    mover->moved = 1;
    int step = move.to - move.from;
    if (mover->rank == SCOUT && step != 1 && step != -1 && step != FILES && step != -FILES)
        mover->known = 1; /* only a scout runs: its move tells its rank */
    if (victim != NO_PIECE) {
        struct piece *defender = &board->piece[victim];
        ply->victim_known = defender->known;
        ply->battle = (uint8_t)battle_result(mover->rank, defender->rank);
        mover->known = 1;
        lift(board, victim, move.to);
        defender->known = 1;
        if (ply->battle != BATTLE_LOST)
            capture(board, victim);
        else
            put(board, victim, move.to);
    }
    if (ply->battle <= BATTLE_WON)
        put(board, number, move.to);
    else
        capture(board, number);

    update_chases(board, n, move, victim != NO_PIECE);
    board->to_move = side_other(board->to_move);
    board->key ^= zobrist_blue;
    ply->placing = board->placing;
    board->plies = n + 1;
    check_debug(board);
}

/* Brings a captured piece back to a square, or lifts it from there: the first half of unmake. */
static inline void take_off(struct board *board, int number)
{
    struct piece *piece = &board->piece[number];
    if (piece->square == SQUARE_NONE)
        board->captured[piece->side][piece->rank]--;
    else
        lift(board, number, piece->square);
}

void board_unmake(struct board *board)
{
    const struct ply *ply = &board->history[--board->plies];
    struct piece *mover = &board->piece[ply->mover];
    take_off(board, ply->mover);
    mover->moved = ply->mover_moved;
    mover->known = ply->mover_known;
    if (ply->victim != NO_PIECE) {
        take_off(board, ply->victim);
        board->piece[ply->victim].known = ply->victim_known;
        put(board, ply->victim, ply->move.to);
    }
    put(board, ply->mover, ply->move.from);
    board->to_move = side_other(board->to_move);
    board->chase_start[RED] = ply->chase_start[RED];
    board->chase_start[BLUE] = ply->chase_start[BLUE];
    board->last_attack = ply->last_attack;
    /* Ranks told meanwhile stay told, so the key follows from the pieces as they are known now. */
    board->key ^= zobrist_blue;
    check_debug(board);
}

struct event board_event(const struct board *board, uint32_t index)
{
    const struct ply *ply = &board->history[index];
    const struct piece *mover = &board->piece[ply->mover];
    struct event event = {.move = ply->move, .battle = ply->battle,
                          .attacker = RANK_UNKNOWN, .defender = RANK_UNKNOWN};
    bool ran = square_distance(ply->move.from, ply->move.to) > 1;
    if (ply->mover_known || ply->battle != BATTLE_NONE || ran)
        event.attacker = mover->rank;
    if (ply->victim != NO_PIECE)
        event.defender = board->piece[ply->victim].rank;
    return event;
}

struct outcome board_outcome(const struct board *board)
{
    for (int side = RED; side <= BLUE; side++)
        if (board->captured[side][FLAG])
            return (struct outcome){result_win(side_other((enum side)side)), REASON_FLAG};
    struct move moves[MOVES_MAX];
    if (!board_can_move(board)) {
        bool neither = board_steps(board, board->to_move, moves) == 0 &&
                       board_steps(board, side_other(board->to_move), moves) == 0;
        return (struct outcome){neither ? RESULT_DRAW : result_win(side_other(board->to_move)),
                                REASON_NO_MOVES};
    }
    enum reason limit = board_limit(board);
    return (struct outcome){limit == REASON_NONE ? RESULT_OPEN : RESULT_DRAW, limit};
}
