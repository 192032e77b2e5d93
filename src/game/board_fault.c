/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes every derived value of a board from scratch and compares it with the stored one, for debug
 * builds and tests. */
#include "game/board.h"

#include "game/zobrist.h"

/* Returns a sentence on the first wrong value of a piece, or NULL. */
static const char *fault_of_piece(const struct board *board, int number)
{
    const struct piece *piece = &board->piece[number];
    if (piece->side != number / PIECES_A_SIDE)
        return "a piece's side does not fit its number";
    if (piece->zobrist_row != zobrist_row_of(piece->side, piece->rank, piece->moved, piece->known))
        return "a piece's cached Zobrist row is wrong";
    if (piece->square == SQUARE_NONE)
        return NULL;
    if (board->at[piece->square] != number)
        return "a piece is not on its square";
    if (piece->known && piece->rank == RANK_UNKNOWN)
        return "a known piece has no rank";
    return NULL;
}

/* Returns whether one of the counted ranks can move. */
static bool any_mover(const uint8_t unknown_count[RANKS])
{
    for (int rank = SPY; rank < RANKS; rank++)
        if (unknown_count[rank])
            return true;
    return false;
}

/* Returns the part of the key for the counts of captured and unknown pieces. */
static uint64_t key_of_counts(const struct board *board)
{
    uint64_t key = 0;
    for (enum side side = RED; side <= BLUE; side++)
        for (int rank = FLAG; rank < RANKS; rank++) {
            for (int n = 0; n < board->captured[side][rank]; n++)
                key ^= zobrist_captured[side][rank][n];
            for (int n = 0; n < board->unknown_count[side][rank]; n++)
                key ^= zobrist_unknown[side][rank][n];
        }
    return key;
}

/* Checks the squares, the sets of squares and the two keys. Returns a sentence on the first fault, or
 * NULL. */
static const char *fault_of_sets(const struct board *board)
{
    bitboard occupied[SIDES] = {0}, mobile[SIDES] = {0}, far_movers[SIDES] = {0};
    uint64_t key = (board->to_move == BLUE ? zobrist_blue : 0) ^ key_of_counts(board), piece_key = 0;
    for (int square = 0; square < SQUARES; square++) {
        int number = board->at[square];
        if ((number == LAKE) != square_is_lake(square))
            return "a lake is not where it belongs";
        if (number >= PIECES)
            continue;
        const struct piece *piece = &board->piece[number];
        const uint8_t *unknown_count = board->unknown_count[piece->side];
        bool unknown = piece->rank == RANK_UNKNOWN;
        if (piece->square != square)
            return "a square's piece is not there";
        occupied[piece->side] |= bit(square);
        /* An unknown piece can move if it has moved, or if one of the unknown ranks can. */
        if (unknown ? piece->moved || any_mover(unknown_count) : rank_moves(piece->rank)) {
            mobile[piece->side] |= bit(square);
            if (piece->rank == SCOUT || (unknown && unknown_count[SCOUT]))
                far_movers[piece->side] |= bit(square);
        }
        /* The piece's number by the layout in zobrist.h (13 ranks, 4 states, 128 squares), without
         * zobrist_row, which may be wrong. */
        int key_state = piece->known ? 2 : piece->moved;
        key ^= zobrist_piece[((13 * piece->side + piece->rank) * 4 + key_state) * 128 + square];
        piece_key ^= zobrist_number[number][square];
    }
    for (enum side side = RED; side <= BLUE; side++) {
        if (occupied[side] != board->occupied[side])
            return "a side's set of squares is wrong";
        if ((occupied[side] & ~mobile[side]) != board->fixed[side])
            return "the set of pieces that may not move is wrong";
        if (far_movers[side] != board->far_movers[side])
            return "the set of pieces that may move far is wrong";
    }
    if (piece_key != board->piece_key)
        return "the piece key is wrong";
    return key == board->key ? NULL : "the key is wrong";
}

/* Replays the history and compares the result with the board: the starts of the more-squares lists, the last
 * attack and the last piece key. Returns a sentence on the first fault, or NULL. */
static const char *fault_of_lists(const struct board *board)
{
    uint32_t start[SIDES] = {0, 0}, last_attack = 0;
    for (uint32_t n = 0; n < board->plies; n++) {
        const struct ply *ply = &board->history[n];
        /* After board_pass the sides do not alternate: the mover's number gives the side. */
        enum side side = ply->mover < PIECES_A_SIDE ? RED : BLUE;
        if (n < board->prior_plies)
            continue;
        /* The lists at the end of the prior plies are stored in the first real ply. */
        if (n == board->prior_plies && n > 0)
            for (int s = RED; s <= BLUE; s++)
                start[s] = ply->chase_start[s];
        if (ply->battle != BATTLE_NONE)
            start[RED] = start[BLUE] = last_attack = n + 1;
        else if (n > 0 && square_distance(board->history[n - 1].move.to, ply->move.from) != 1)
            start[side_other(side)] = n;
    }
    if (board->plies == board->prior_plies)
        return NULL;
    if (start[RED] != board->chase_start[RED] || start[BLUE] != board->chase_start[BLUE])
        return "a more-squares list starts in the wrong place";
    /* If no real ply was an attack, the last attack was a prior ply. */
    if (last_attack ? last_attack != board->last_attack : board->last_attack > board->prior_plies)
        return "the last attack is wrong";
    return board->history[board->plies - 1].piece_key == board->piece_key
               ? NULL : "the history's last piece key is not the board's";
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
