/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plies before a board's start, as far as the repetition rules need them. */
#include "game/board.h"

#include "base/memory.h"
#include "game/zobrist.h"

#include <stdlib.h>
#include <string.h>

enum { OUT_OF_SIGHT = PIECES + 2 /* on the traced board: who stood there is not known any more */ };

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Traces one ply back on `at`; fills in who moved. False where it cannot have been played. */
static bool trace_back(const struct prior_ply *entered, enum side side, uint8_t at[SQUARES],
                       uint64_t *piece_key, struct ply *ply)
{
    const struct move move = entered->move;
    if (move.from >= SQUARES || move.to >= SQUARES || move.from == move.to ||
        (square_row(move.from) != square_row(move.to) && square_file(move.from) != square_file(move.to)))
        return false;
    int number = at[entered->move.to];
    bool own = number < PIECES && number / PIECES_A_SIDE == (int)side;
    *ply = (struct ply){.move = entered->move, .mover = NO_PIECE, .victim = NO_PIECE,
                        .piece_key = *piece_key};
    if (own)
        ply->mover = (uint8_t)number;
    if (entered->attack) {
        /* The attacker may have fallen, and then the piece it met may still stand there; else that one is
         * gone from sight. */
        if (own) {
            if (at[entered->move.from] != NO_PIECE && at[entered->move.from] != OUT_OF_SIGHT)
                return false;
            at[entered->move.from] = (uint8_t)number;
        } else if (at[entered->move.from] == NO_PIECE) {
            at[entered->move.from] = OUT_OF_SIGHT;
        }
        if (own || number >= PIECES)
            at[entered->move.to] = OUT_OF_SIGHT;
        return true;
    }
    if (at[entered->move.from] != NO_PIECE && at[entered->move.from] != OUT_OF_SIGHT)
        return false;
    if (!own && number != OUT_OF_SIGHT)
        return false;
    at[entered->move.to] = NO_PIECE;
    at[entered->move.from] = (uint8_t)number;
    if (own)
        *piece_key ^= zobrist_number[number][entered->move.to] ^ zobrist_number[number][entered->move.from];
    return true;
}

/* The lists of the more-squares rule after the prior_plies plies, played forward again. */
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
    board->played_before -= smaller(board->played_before, board->plies);
    board->quiet_before -= smaller(board->quiet_before, board->plies);
    set_prior_chases(board, plies);
    return STATUS_OK;
}

/* How many plies back the first of the mover's last moves lies that were all made, within one row or
 * column, by one piece that still stands; `last` is the index of the mover's last ply. */
static uint32_t run_back(const struct board *board, uint32_t last)
{
    const struct ply *history = board->history;
    /* Two squares looks at the moves before the next one: so many, under any rules row. */
    int wanted = board->rules.two_squares > 5 ? board->rules.two_squares : 5;
    int mover = history[last].mover, row = square_row(history[last].move.to),
        file = square_file(history[last].move.to);
    bool in_row = true, in_file = true;
    uint32_t back = 0;
    if (mover >= PIECES || board->piece[mover].square == SQUARE_NONE)
        return 0;
    for (uint32_t at = last; wanted-- > 0 && history[at].mover == mover; at -= 2) {
        struct move move = history[at].move;
        in_row = in_row && square_row(move.from) == row && square_row(move.to) == row;
        in_file = in_file && square_file(move.from) == file && square_file(move.to) == file;
        if (!in_row && !in_file)
            break;
        back = board->plies - at;
        if (at < 2)
            break;
    }
    return back;
}

uint32_t board_memory(const struct board *board)
{
    uint32_t wanted = 0;
    /* The side to move made the last ply but one, the other side the last. */
    for (uint32_t last = 1; last <= 2 && last <= board->plies; last++) {
        enum side side = last == 1 ? side_other(board->to_move) : board->to_move;
        uint32_t run = run_back(board, board->plies - last);
        uint32_t list = board->plies - board->chase_start[side];
        if (list > 0 && (list - last) % 2)
            list--; /* that first ply is not the side's own */
        if (list > wanted)
            wanted = list;
        if (run > wanted)
            wanted = run;
    }
    return wanted;
}
