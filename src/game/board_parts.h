/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps of which the changes of a board are made, shared by its two files. */
#ifndef VEDETTE_GAME_BOARD_PARTS_H
#define VEDETTE_GAME_BOARD_PARTS_H

#include "game/board.h"
#include "game/zobrist.h"

#include <stdio.h>
#include <stdlib.h>

/* The lower and upper 64 bits of bit(square) for each square. A table look-up is faster here than a shift
 * of a 128-bit word. */
#define ROW(half, s) \
    half(s), half(s + 1), half(s + 2), half(s + 3), half(s + 4), half(s + 5), half(s + 6), half(s + 7), \
    half(s + 8), half(s + 9)
#define ROWS(half) \
    ROW(half, 0), ROW(half, 10), ROW(half, 20), ROW(half, 30), ROW(half, 40), ROW(half, 50), ROW(half, 60), \
    ROW(half, 70), ROW(half, 80), ROW(half, 90)
#define LOW(s) ((s) < 64 ? UINT64_C(1) << ((s) & 63) : 0)
#define HIGH(s) ((s) < 64 ? 0 : UINT64_C(1) << ((s) & 63))
static const uint64_t low_half[SQUARES] = {ROWS(LOW)}, high_half[SQUARES] = {ROWS(HIGH)};
#undef ROW
#undef ROWS
#undef LOW
#undef HIGH

/* Returns bit(square), from the tables. */
static inline bitboard board_quick_bit(size_t square)
{
    return (bitboard)high_half[square] << 64 | low_half[square];
}

/* Returns the piece's number in the key if it stands on `square`. */
static inline uint64_t board_zobrist_of_piece(const struct piece *piece, int square)
{
    return zobrist_piece[piece->zobrist_row + square];
}

/* Updates piece->zobrist_row after a change of its rank, moved or known. */
static inline void board_set_zobrist_row(struct piece *piece)
{
    piece->zobrist_row = zobrist_row_of(piece->side, piece->rank, piece->moved, piece->known);
}

/* Returns whether one of the counted ranks can move. */
static inline bool board_any_mover(const uint8_t unknown_count[RANKS])
{
    for (int rank = SPY; rank < RANKS; rank++)
        if (unknown_count[rank])
            return true;
    return false;
}

/* Adds `squares` to `fixed` of the piece's side if the piece cannot move. Adds them to `far_movers` if it may
 * move more than one square. `squares` must be in neither set before. */
static inline void board_set_mobility(struct board *board, const struct piece *piece, bitboard squares)
{
    int side = piece->side, rank = piece->rank;
    const uint8_t *unknown_count = board->unknown_count[side];
    bool known = rank != RANK_UNKNOWN;
    if (known ? !rank_moves(rank) : !piece->moved && !board_any_mover(unknown_count))
        board->fixed[side] |= squares;
    else if (known ? rank == SCOUT : unknown_count[SCOUT] > 0)
        board->far_movers[side] |= squares;
}

/* Places a piece on an empty square. Like the next two functions, leaves the keys and counts to the
 * caller. */
static inline void board_place_piece(struct board *board, int number, int square)
{
    struct piece *piece = &board->piece[number];
    bitboard square_set = board_quick_bit((size_t)square);
    piece->square = (uint8_t)square;
    board->at[square] = (uint8_t)number;
    board->occupied[piece->side] |= square_set;
    board_set_mobility(board, piece, square_set);
}

/* Removes a piece from the board. */
static inline void board_remove_piece(struct board *board, struct piece *piece)
{
    bitboard others = ~board_quick_bit(piece->square);
    board->at[piece->square] = NO_PIECE;
    board->occupied[piece->side] &= others;
    board->fixed[piece->side] &= others;
    board->far_movers[piece->side] &= others;
    piece->square = SQUARE_NONE;
}

/* Moves a piece, which must be able to move, to an empty square. */
static inline void board_move_piece(struct board *board, size_t number, size_t from, size_t to)
{
    struct piece *piece = &board->piece[number];
    size_t side = piece->side;
    bitboard both = board_quick_bit(from) | board_quick_bit(to);
    board->at[from] = NO_PIECE;
    board->at[to] = (uint8_t)number;
    piece->square = (uint8_t)to;
    board->occupied[side] ^= both; /* clears one of the two squares and sets the other */
    if (piece->rank == SCOUT || (piece->rank == RANK_UNKNOWN && (board->far_movers[side] & both)))
        board->far_movers[side] ^= both;
}

/* Aborts in a debug build if a derived value of the board is wrong. Checks about one position in eight,
 * chosen by its key, because checking all takes ten times as long as the tests. A wrong value stays wrong
 * in later positions, so it is still found. */
static inline void board_check_debug(const struct board *board)
{
#ifdef VEDETTE_DEBUG
    const char *fault = board->key % 8 == 0 ? board_fault(board) : NULL;
    if (fault) {
        fprintf(stderr, "vedette: the board is wrong: %s\n", fault);
        abort();
    }
#else
    (void)board;
#endif
}

/* Notes that the keys stored in the plies so far are out of date. The noted ply is 1 or more: the first ply
 * is then never undone by board_unmake's fast way, which reads the ply before. */
static inline void board_set_revealed_at(struct board *board)
{
    board->revealed_at = board->plies ? board->plies : 1;
}

/* Sets the rank of a piece on the board to a known rank, or back to RANK_UNKNOWN. Updates the sets, the
 * counts and the counts' part of the key, but not the piece's own part. */
void board_set_rank_in_sets(struct board *board, struct piece *piece, int rank);

/* Sets the rank of a piece on the board, which may be RANK_UNKNOWN. Updates all derived values and the
 * key. */
void board_set_rank(struct board *board, struct piece *piece, int rank);

#endif
