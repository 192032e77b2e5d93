/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plies played before a board's start position, as far as the repetition rules need them. */
#include "game/board.h"

#include "base/memory.h"
#include "game/zobrist.h"

#include <stdlib.h>
#include <string.h>

enum { UNKNOWN_PIECE = PIECES + 2 /* on the board traced back: a piece that is not known */ };

/* Returns the smaller number. */
static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Undoes one prior ply of `side` on the board `at`; fills in `ply` with its move, mover and piece_key, and
 * updates *piece_key. False if it cannot have been played. */
static bool trace_back(const struct prior_ply *prior, enum side side, uint8_t at[SQUARES],
                       uint64_t *piece_key, struct ply *ply)
{
    const struct move move = prior->move;
    if (move.from >= SQUARES || move.to >= SQUARES || move.from == move.to ||
        (square_row(move.from) != square_row(move.to) && square_file(move.from) != square_file(move.to)))
        return false;
    int number = at[prior->move.to];
    bool mover_is_known = number < PIECES && number / PIECES_A_SIDE == (int)side;
    *ply = (struct ply){.move = prior->move, .mover = NO_PIECE, .victim = NO_PIECE, .piece_key = *piece_key};
    if (mover_is_known)
        ply->mover = (uint8_t)number;
    if (prior->attack) {
        /* If a piece of `side` is on the target, it is the attacker, and the defender was captured and is
         * unknown. Else the attacker was lost; the defender is still there, or lost too and unknown. */
        if (mover_is_known) {
            if (at[prior->move.from] != NO_PIECE && at[prior->move.from] != UNKNOWN_PIECE)
                return false;
            at[prior->move.from] = (uint8_t)number;
        } else if (at[prior->move.from] == NO_PIECE) {
            at[prior->move.from] = UNKNOWN_PIECE;
        }
        if (mover_is_known || number >= PIECES)
            at[prior->move.to] = UNKNOWN_PIECE;
        return true;
    }
    /* A quiet move: its start is empty after it, and the mover, perhaps lost since, stands on its target. */
    if (at[prior->move.from] != NO_PIECE && at[prior->move.from] != UNKNOWN_PIECE)
        return false;
    if (!mover_is_known && number != UNKNOWN_PIECE)
        return false;
    at[prior->move.to] = NO_PIECE;
    at[prior->move.from] = (uint8_t)number;
    if (mover_is_known)
        *piece_key ^= zobrist_number[number][prior->move.to] ^ zobrist_number[number][prior->move.from];
    return true;
}

/* Computes the starts of the more-squares lists and the last attack after the prior plies, as board_make
 * would. */
static void set_prior_chases(struct board *board, const struct prior_ply *plies)
{
    enum side side = board->prior_plies % 2 ? side_other(board->to_move) : board->to_move;
    board->chase_start[RED] = board->chase_start[BLUE] = board->last_attack = 0;
    for (uint32_t n = 0; n < board->prior_plies; n++, side = side_other(side)) {
        if (plies[n].attack)
            board->chase_start[RED] = board->chase_start[BLUE] = board->last_attack = n + 1;
        else if (n > 0 && !bit_in(bits_around(bit(plies[n - 1].move.to)), plies[n].move.from))
            board->chase_start[side_other(side)] = n;
    }
}

enum status board_set_prior_plies(struct board *board, const struct prior_ply *plies, size_t count,
                                  struct error *error)
{
    uint8_t at[SQUARES];
    uint64_t piece_key = board->piece_key;
    enum side side = side_other(board->to_move);
    struct ply *history = memory_new(count, sizeof *history);
    memcpy(at, board->at, sizeof at);
    for (size_t n = count; n-- > 0; side = side_other(side)) {
        if (!trace_back(&plies[n], side, at, &piece_key, &history[n])) {
            free(history);
            return error_set(error, STATUS_BAD, "move %zu of the history cannot have led to the board",
                             n + 1);
        }
    }
    free(board->history);
    board->history = history;
    board->capacity = count ? count : 1;
    board->plies = board->prior_plies = (uint32_t)count;
    /* These plies are in the history now. */
    board->played_before -= smaller(board->played_before, board->plies);
    board->quiet_before -= smaller(board->quiet_before, board->plies);
    set_prior_chases(board, plies);
    return STATUS_OK;
}

/* Returns how many plies ago the current run of the side that made ply `last` began: consecutive moves of
 * one piece, which is still on the board, within one row or column. 0 if there is no run. */
static uint32_t find_single_piece_run(const struct board *board, uint32_t last)
{
    const struct ply *history = board->history;
    /* The two-squares rule looks at no more moves than this, whatever rules are chosen: 5 is the largest
     * number in rules_table. */
    int moves_left = board->rules.two_squares > 5 ? board->rules.two_squares : 5;
    int mover = history[last].mover, row = square_row(history[last].move.to),
        file = square_file(history[last].move.to);
    bool in_row = true, in_file = true;
    uint32_t plies_ago = 0;
    if (mover >= PIECES || board->piece[mover].square == SQUARE_NONE)
        return 0;
    for (uint32_t index = last; moves_left-- > 0 && history[index].mover == mover; index -= 2) {
        struct move move = history[index].move;
        in_row = in_row && square_row(move.from) == row && square_row(move.to) == row;
        in_file = in_file && square_file(move.from) == file && square_file(move.to) == file;
        if (!in_row && !in_file)
            break;
        plies_ago = board->plies - index;
        if (index < 2)
            break;
    }
    return plies_ago;
}

uint32_t board_needed_history(const struct board *board)
{
    uint32_t needed = 0;
    /* The other side made the last ply (last = 1), the side to move the one before (last = 2). */
    for (uint32_t last = 1; last <= 2 && last <= board->plies; last++) {
        enum side side = last == 1 ? side_other(board->to_move) : board->to_move;
        uint32_t run = find_single_piece_run(board, board->plies - last);
        uint32_t list = board->plies - board->chase_start[side];
        if (list > 0 && (list - last) % 2)
            list--; /* the first ply of the list must be the side's own */
        if (list > needed)
            needed = list;
        if (run > needed)
            needed = run;
    }
    return needed;
}
