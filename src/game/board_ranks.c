/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ranks of a board's pieces become known or are hidden again. */
#include "game/board_parts.h"

#include <assert.h>

/* Returns whether the unknown pieces' mobility changes when the count of `rank` becomes 0 or was 0. True for
 * scouts. True for another rank that moves only if no other such rank is left. */
static inline bool changes_unknown_mobility(const uint8_t unknown_count[RANKS], int rank)
{
    if (rank == SCOUT)
        return true;
    if (!rank_moves(rank))
        return false;
    for (int other = SPY; other < RANKS; other++)
        if (other != rank && unknown_count[other])
            return false;
    return true;
}

/* Recomputes for all unknown pieces of `side` whether and how far they may move. */
static __attribute__((noinline)) void update_unknown_mobility(struct board *board, int side)
{
    for (bitboard squares = board->occupied[side]; squares;) {
        int square = bits_pop(&squares);
        const struct piece *piece = &board->piece[board->at[square]];
        if (piece->rank != RANK_UNKNOWN)
            continue;
        board->fixed[side] &= ~bit(square);
        board->far_movers[side] &= ~bit(square);
        board_set_mobility(board, piece, bit(square));
    }
}

void board_set_rank_in_sets(struct board *board, struct piece *piece, int rank)
{
    /* `index`: the number of the known rank's row that enters or leaves the key. */
    int side = piece->side, known_rank = rank == RANK_UNKNOWN ? piece->rank : rank, index;
    assert(piece->square != SQUARE_NONE && (rank == RANK_UNKNOWN) != (piece->rank == RANK_UNKNOWN));
    if (rank == RANK_UNKNOWN)
        index = board->unknown_count[side][known_rank]++;
    else
        index = --board->unknown_count[side][known_rank];
    assert(index >= 0 && index < COUNT_MAX);
    board->key ^= zobrist_unknown[side][known_rank][index];
    piece->rank = (uint8_t)rank;
    board_set_zobrist_row(piece);
    bitboard square_set = board_quick_bit(piece->square);
    board->fixed[side] &= ~square_set;
    board->far_movers[side] &= ~square_set;
    board_set_mobility(board, piece, square_set);
    /* At index 0 the count became 0 or was 0. */
    if (index == 0 && changes_unknown_mobility(board->unknown_count[side], known_rank))
        update_unknown_mobility(board, side);
}

void board_set_rank(struct board *board, struct piece *piece, int rank)
{
    board->key ^= board_zobrist_of_piece(piece, piece->square);
    board_set_rank_in_sets(board, piece, rank);
    board->key ^= board_zobrist_of_piece(piece, piece->square);
}

void board_reveal(struct board *board, int number, int rank)
{
    board_set_rank(board, &board->piece[number], rank);
    board_set_revealed_at(board);
    board_check_debug(board);
}

void board_hide(struct board *board, int number)
{
    assert(!board->piece[number].known);
    board_set_rank(board, &board->piece[number], RANK_UNKNOWN);
    board_set_revealed_at(board);
    board_check_debug(board);
}

uint64_t board_reveal_all(struct board *board, enum side side, const uint8_t rank[PIECES_A_SIDE])
{
    uint64_t revealed = 0, key = board->key;
    bitboard squares = 0, movers = 0, scouts = 0;
    uint8_t *unknown_count = board->unknown_count[side];
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        struct piece *piece = &board->piece[(int)side * PIECES_A_SIDE + i];
        int square = piece->square;
        if (piece->rank != RANK_UNKNOWN || square == SQUARE_NONE)
            continue;
        assert(rank[i] < RANKS && unknown_count[rank[i]] > 0);
        revealed |= UINT64_C(1) << i;
        key ^= board_zobrist_of_piece(piece, square);
        piece->rank = rank[i];
        board_set_zobrist_row(piece);
        key ^= board_zobrist_of_piece(piece, square) ^
               zobrist_unknown[side][rank[i]][--unknown_count[rank[i]]];
        bitboard square_set = board_quick_bit((size_t)square);
        squares |= square_set;
        if (rank_moves(rank[i]))
            movers |= square_set;
        if (rank[i] == SCOUT)
            scouts |= square_set;
    }
    board->key = key;
    board_set_revealed_at(board);
    /* Any revealed piece may have been in these sets before: replace its squares. */
    board->fixed[side] = (board->fixed[side] & ~squares) | (squares & ~movers);
    board->far_movers[side] = (board->far_movers[side] & ~squares) | scouts;
    board_check_debug(board);
    return revealed;
}

void board_hide_all(struct board *board, enum side side, uint64_t revealed)
{
    uint64_t key = board->key;
    uint8_t *unknown_count = board->unknown_count[side];
    bitboard squares = 0, moved = 0;
    bool others_unknown = army_size(unknown_count) > 0; /* their mobility may change with the counts */
    for (; revealed; revealed &= revealed - 1) {
        struct piece *piece = &board->piece[(int)side * PIECES_A_SIDE + __builtin_ctzll(revealed)];
        int square = piece->square, rank = piece->rank;
        assert(square != SQUARE_NONE && rank < RANKS && !piece->known);
        key ^= board_zobrist_of_piece(piece, square);
        piece->rank = RANK_UNKNOWN;
        board_set_zobrist_row(piece);
        key ^= board_zobrist_of_piece(piece, square) ^ zobrist_unknown[side][rank][unknown_count[rank]++];
        bitboard square_set = board_quick_bit((size_t)square);
        squares |= square_set;
        if (piece->moved)
            moved |= square_set;
    }
    board->key = key;
    board_set_revealed_at(board);
    board->fixed[side] = (board->fixed[side] & ~squares) |
                         (board_any_mover(unknown_count) ? 0 : squares & ~moved);
    board->far_movers[side] = (board->far_movers[side] & ~squares) | (unknown_count[SCOUT] ? squares : 0);
    if (others_unknown)
        update_unknown_mobility(board, (int)side);
    board_check_debug(board);
}
