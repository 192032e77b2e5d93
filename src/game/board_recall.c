/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plies before a board's start, as far as the repetition rules need them. */
#include "game/board.h"

#include "base/memory.h"
#include "game/zobrist.h"

#include <stdlib.h>
#include <string.h>

enum { OUT_OF_SIGHT = PIECES + 2 /* on the traced board: who stood there is not known any more */ };

static bool is_straight(struct move move)
{
    return move.from < SQUARES && move.to < SQUARES && move.from != move.to &&
           (square_row(move.from) == square_row(move.to) ||
            square_file(move.from) == square_file(move.to));
}

/* Traces one ply back on `at`; fills in who moved. False where it cannot have been played. */
static bool trace_back(const struct recalled *told, enum side side, uint8_t at[SQUARES],
                       uint64_t *placing, struct ply *ply)
{
    if (!is_straight(told->move))
        return false;
    int number = at[told->move.to];
    bool his = number < PIECES && number / PIECES_A_SIDE == (int)side;
    *ply = (struct ply){.move = told->move, .mover = NO_PIECE, .victim = NO_PIECE,
                        .placing = *placing};
    if (his)
        ply->mover = (uint8_t)number;
    if (told->attack) {
        /* The attacker may have fallen; whoever he met is gone from sight. */
        if (his) {
            if (at[told->move.from] != NO_PIECE && at[told->move.from] != OUT_OF_SIGHT)
                return false;
            at[told->move.from] = (uint8_t)number;
        } else if (at[told->move.from] == NO_PIECE) {
            at[told->move.from] = OUT_OF_SIGHT;
        }
        at[told->move.to] = OUT_OF_SIGHT;
        return true;
    }
    if (at[told->move.from] != NO_PIECE && at[told->move.from] != OUT_OF_SIGHT)
        return false;
    if (!his && number != OUT_OF_SIGHT)
        return false;
    at[told->move.to] = NO_PIECE;
    at[told->move.from] = (uint8_t)number;
    if (his)
        *placing ^= zobrist_number[number][told->move.to] ^ zobrist_number[number][told->move.from];
    return true;
}

/* The lists of the more-squares rule after the recalled plies, played forward again. */
static void recall_chases(struct board *board, const struct recalled *plies)
{
    enum side side = board->recalled % 2 ? side_other(board->to_move) : board->to_move;
    board->chase_start[RED] = board->chase_start[BLUE] = board->last_attack = 0;
    for (uint32_t n = 0; n < board->recalled; n++, side = side_other(side)) {
        if (plies[n].attack)
            board->chase_start[RED] = board->chase_start[BLUE] = board->last_attack = n + 1;
        else if (n > 0 && !bit_in(bits_around(bit(plies[n - 1].move.to)), plies[n].move.from))
            board->chase_start[side_other(side)] = n;
    }
}

enum status board_recall(struct board *board, const struct recalled *plies, size_t count,
                         struct error *error)
{
    uint8_t at[SQUARES];
    uint64_t placing = board->placing;
    enum side side = side_other(board->to_move);
    struct ply *history = memory_new(count, sizeof *history);
    memcpy(at, board->at, sizeof at);
    for (size_t n = count; n-- > 0; side = side_other(side)) {
        if (!trace_back(&plies[n], side, at, &placing, &history[n])) {
            free(history);
            return error_set(error, STATUS_BAD, "move %zu of the history cannot have led to the board",
                             n + 1);
        }
    }
    free(board->history);
    board->history = history;
    board->room = count ? count : 1;
    board->plies = board->recalled = (uint32_t)count;
    recall_chases(board, plies);
    return STATUS_OK;
}

uint32_t board_memory(const struct board *board)
{
    /* Two squares looks at the mover's last moves: so many of each side, under any rules row. */
    uint32_t wanted = (uint32_t)(board->rules.two_squares > 5 ? board->rules.two_squares : 5) * 2;
    for (int side = RED; side <= BLUE; side++)
        if (board->plies - board->chase_start[side] > wanted)
            wanted = board->plies - board->chase_start[side];
    /* One more: whether the first of them was a reply beside the move before it is then known. */
    wanted++;
    return wanted < board->plies ? wanted : board->plies;
}
