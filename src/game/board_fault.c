/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every derived value of a board, computed from scratch: what debug builds and tests hold it against. */
#include "game/board.h"

#include "game/zobrist.h"

static const char *fault_of_piece(const struct board *board, int number)
{
    const struct piece *piece = &board->piece[number];
    if (piece->side != number / PIECES_A_SIDE)
        return "a piece's side does not fit its number";
    if (piece->square == SQUARE_NONE)
        return NULL;
    if (board->at[piece->square] != number)
        return "a piece is not on its square";
    if (piece->known && piece->rank == RANK_UNKNOWN)
        return "a known piece has no rank";
    return NULL;
}

static bool pool_has_mover(const uint8_t pool[RANKS])
{
    for (int rank = SPY; rank < RANKS; rank++)
        if (pool[rank])
            return true;
    return false;
}

/* The three sets and the two keys. */
static const char *fault_of_sets(const struct board *board)
{
    bitboard of[SIDES] = {0}, mobile[SIDES] = {0}, runners[SIDES] = {0};
    uint64_t key = board->to_move == BLUE ? zobrist_blue : 0, placing = 0;
    for (int square = 0; square < SQUARES; square++) {
        int number = board->at[square];
        if ((number == LAKE) != square_is_lake(square))
            return "a lake is not where it belongs";
        if (number >= PIECES)
            continue;
        const struct piece *piece = &board->piece[number];
        const uint8_t *pool = board->pool[piece->side];
        bool unknown = piece->rank == RANK_UNKNOWN;
        if (piece->square != square)
            return "a square's piece is not there";
        of[piece->side] |= bit(square);
        if (unknown ? piece->moved || pool_has_mover(pool) : rank_moves(piece->rank)) {
            mobile[piece->side] |= bit(square);
            if (piece->rank == SCOUT || (unknown && pool[SCOUT]))
                runners[piece->side] |= bit(square);
        }
        int state = piece->known ? STATE_KNOWN : piece->moved ? STATE_MOVED : STATE_UNMOVED;
        key ^= zobrist_piece[piece->side][piece->rank][state][square];
        placing ^= zobrist_number[number][square];
    }
    for (int side = RED; side <= BLUE; side++) {
        if (of[side] != board->of[side])
            return "a side's set of squares is wrong";
        if (mobile[side] != board->mobile[side])
            return "the set of pieces that may move is wrong";
        if (runners[side] != board->runners[side])
            return "the set of pieces that may run is wrong";
    }
    if (placing != board->placing)
        return "the placing key is wrong";
    return key == board->key ? NULL : "the key is wrong";
}

/* The more-squares lists and the last attack, by playing the history forward. */
static const char *fault_of_lists(const struct board *board)
{
    uint32_t start[SIDES] = {0, 0}, attack = 0;
    enum side side = board->plies % 2 ? side_other(board->to_move) : board->to_move;
    for (uint32_t n = 0; n < board->plies; n++, side = side_other(side)) {
        const struct ply *ply = &board->history[n];
        if (n < board->recalled)
            continue;
        if (n == board->recalled && n > 0)
            for (int s = RED; s <= BLUE; s++)
                start[s] = ply->chase_start[s], attack = ply->last_attack;
        if (ply->battle != BATTLE_NONE)
            start[RED] = start[BLUE] = attack = n + 1;
        else if (n > 0 && square_distance(board->history[n - 1].move.to, ply->move.from) != 1)
            start[side_other(side)] = n;
    }
    if (board->plies == board->recalled)
        return NULL;
    if (start[RED] != board->chase_start[RED] || start[BLUE] != board->chase_start[BLUE])
        return "a more-squares list starts in the wrong place";
    if (attack != board->last_attack)
        return "the last attack is wrong";
    return board->history[board->plies - 1].placing == board->placing
               ? NULL : "the history's last placing is not the board's";
}

const char *board_fault(const struct board *board)
{
    const char *fault = NULL;
    for (int number = 0; number < PIECES && !fault; number++)
        fault = fault_of_piece(board, number);
    if (!fault)
        fault = fault_of_sets(board);
    return fault ? fault : fault_of_lists(board);
}
