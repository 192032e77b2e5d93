/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which moves are legal: steps, runs, and the two repetition rules. */
#include "game/board.h"

#include "game/zobrist.h"

#include <stdlib.h>

const char *illegal_text(enum illegal why)
{
    static const char *const texts[] = {
        [MOVE_LEGAL] = "it is legal",
        [MOVE_NOT_ON_BOARD] = "a square is not on the board",
        [MOVE_NO_PIECE] = "there is no piece on its start square",
        [MOVE_NOT_YOURS] = "the piece is the other side's",
        [MOVE_IMMOBILE] = "flags and bombs do not move",
        [MOVE_ONTO_LAKE] = "it ends in a lake",
        [MOVE_ONTO_OWN] = "it ends on a piece of the same side",
        [MOVE_NOT_STRAIGHT] = "it does not lead along a row or a column",
        [MOVE_TOO_FAR] = "only scouts move more than one square",
        [MOVE_BLOCKED] = "something stands in its way",
        [MOVE_TWO_SQUARES] = "the two-squares rule forbids it",
        [MOVE_MORE_SQUARES] = "the more-squares rule forbids it",
        [MOVE_GAME_OVER] = "the game is over",
    };
    return texts[why];
}

/* What the two-squares rule holds against the side to move: its last `two_squares` moves, all by one
 * piece, all on one line, with the squares from `low` to `high` of that line in common. */
struct shuttle {
    int piece;      /* NO_PIECE: the rule forbids nothing here */
    bool along_row; /* the line is a row; else a column */
    int low, high;  /* files on a row, rows on a column */
};

/* The part of a line that a move covers; false where the move is not on a line of that kind. */
static inline bool narrow(struct shuttle *shuttle, struct move move)
{
    int from = shuttle->along_row ? square_file(move.from) : square_row(move.from);
    int to = shuttle->along_row ? square_file(move.to) : square_row(move.to);
    bool on_line = shuttle->along_row ? square_row(move.from) == square_row(move.to)
                                      : square_file(move.from) == square_file(move.to);
    int low = from < to ? from : to, high = from < to ? to : from;
    if (low > shuttle->low)
        shuttle->low = low;
    if (high < shuttle->high)
        shuttle->high = high;
    return on_line && shuttle->low < shuttle->high;
}

/* Looks back over the mover's last moves. */
static struct shuttle find_shuttle(const struct board *board)
{
    struct shuttle none = {.piece = NO_PIECE}, shuttle = {.low = 0, .high = FILES - 1};
    uint32_t n = board->plies, wanted = (uint32_t)board->rules.two_squares;
    if (!wanted || n < 2 * wanted)
        return none;
    const struct ply *last = &board->history[n - 2];
    /* Most often the mover's last two moves were by two pieces, and that settles it. */
    if (wanted > 1 && board->history[n - 4].mover != last->mover)
        return none;
    shuttle.piece = last->mover;
    shuttle.along_row = square_row(last->move.from) == square_row(last->move.to);
    for (uint32_t back = 1; back <= wanted; back++) {
        const struct ply *ply = &board->history[n - 2 * back];
        if (ply->mover != shuttle.piece || !narrow(&shuttle, ply->move))
            return none;
    }
    return shuttle;
}

static inline bool breaks_two_squares(const struct board *board, const struct shuttle *shuttle,
                                      struct move move)
{
    struct shuttle now = *shuttle;
    return board->at[move.from] == shuttle->piece && narrow(&now, move);
}

/* Fewer than two own positions on the list cannot come back: the enemy has moved since the last one. */
static inline bool is_chasing(const struct board *board)
{
    return board->rules.more_squares && board->plies >= board->chase_start[board->to_move] + 4;
}

static bool breaks_more_squares(const struct board *board, struct move move)
{
    uint32_t n = board->plies;
    enum side side = board->to_move;
    if (board->at[move.to] != NO_PIECE ||
        !(bits_around(bit(move.to)) & board->of[side_other(side)]))
        return false;
    int number = board->at[move.from];
    const struct ply *last = &board->history[n - 2];
    if (last->mover == number && last->move.from == move.to && last->move.to == move.from)
        return false; /* straight back is free */
    uint64_t placing =
        board->placing ^ zobrist_number[number][move.from] ^ zobrist_number[number][move.to];
    for (uint32_t back = n - 2; back + 1 > board->chase_start[side]; back -= 2) {
        if (board->history[back].placing == placing)
            return true;
        if (back < 2)
            break;
    }
    return false;
}

bool board_repeats(const struct board *board, struct move move)
{
    struct shuttle shuttle = find_shuttle(board);
    return (shuttle.piece != NO_PIECE && breaks_two_squares(board, &shuttle, move)) ||
           (is_chasing(board) && breaks_more_squares(board, move));
}

/* Appends the moves that end on `targets` and start `back` squares from there. */
static inline struct move *emit(struct move *out, bitboard targets, int back)
{
    uint64_t low = (uint64_t)targets, high = (uint64_t)(targets >> 64);
    for (; low; low &= low - 1) {
        int to = __builtin_ctzll(low);
        *out++ = (struct move){(uint8_t)(to + back), (uint8_t)to};
    }
    for (; high; high &= high - 1) {
        int to = 64 + __builtin_ctzll(high);
        *out++ = (struct move){(uint8_t)(to + back), (uint8_t)to};
    }
    return out;
}

/* Appends the moves of more than one square from `from`. */
static inline struct move *emit_runs(const struct board *board, struct move *out, int from,
                                     bitboard own)
{
    for (int d = NORTH; d < DIRECTIONS; d++) {
        int to = square_next[from][d];
        while (to != SQUARE_NONE && board->at[to] == NO_PIECE) {
            to = square_next[to][d];
            if (to == SQUARE_NONE || board->at[to] == LAKE || bit_in(own, to))
                break;
            *out++ = (struct move){(uint8_t)from, (uint8_t)to};
        }
    }
    return out;
}

int board_steps(const struct board *board, enum side side, struct move *moves)
{
    bitboard own = board->of[side], mobile = board->mobile[side], free = ~(own | BITS_LAKES);
    struct move *out = moves;
    out = emit(out, bits_north(mobile) & free, -FILES);
    out = emit(out, bits_south(mobile) & free, FILES);
    out = emit(out, bits_east(mobile) & free, -1);
    out = emit(out, bits_west(mobile) & free, 1);
    for (bitboard runners = board->runners[side]; runners;)
        out = emit_runs(board, out, bits_pop(&runners), own);
    return (int)(out - moves);
}

int board_moves(const struct board *board, struct move *moves)
{
    int count = board_steps(board, board->to_move, moves), kept = 0;
    struct shuttle shuttle = find_shuttle(board);
    bool chasing = is_chasing(board);
    if (shuttle.piece == NO_PIECE && !chasing)
        return count;
    for (int i = 0; i < count; i++) {
        struct move move = moves[i];
        if ((shuttle.piece != NO_PIECE && breaks_two_squares(board, &shuttle, move)) ||
            (chasing && breaks_more_squares(board, move)))
            continue;
        moves[kept++] = move;
    }
    return kept;
}

bool board_can_move(const struct board *board)
{
    enum side side = board->to_move;
    bitboard free = ~(board->of[side] | BITS_LAKES);
    struct shuttle shuttle = find_shuttle(board);
    /* A piece that no rule watches and that has a free neighbour settles it; a chase or a run that
     * cannot start with a step needs the whole list. */
    if (!is_chasing(board)) {
        bitboard mobile = board->mobile[side];
        if (shuttle.piece != NO_PIECE && board->piece[shuttle.piece].square != SQUARE_NONE)
            mobile &= ~bit(board->piece[shuttle.piece].square);
        if (bits_around(mobile) & free)
            return true;
    }
    struct move moves[MOVES_MAX];
    return board_moves(board, moves) > 0;
}

/* The first fault of a move by how the pieces stand, without the repetition rules. */
static enum illegal check_step(const struct board *board, struct move move)
{
    if (move.from >= SQUARES || move.to >= SQUARES)
        return MOVE_NOT_ON_BOARD;
    enum side side = board->to_move;
    int number = board->at[move.from];
    if (number >= PIECES)
        return MOVE_NO_PIECE;
    if (board->piece[number].side != side)
        return MOVE_NOT_YOURS;
    if (!bit_in(board->mobile[side], move.from))
        return MOVE_IMMOBILE;
    bool on_row = square_row(move.from) == square_row(move.to);
    bool on_file = square_file(move.from) == square_file(move.to);
    if (on_row == on_file)
        return MOVE_NOT_STRAIGHT;
    if (board->at[move.to] == LAKE)
        return MOVE_ONTO_LAKE;
    if (bit_in(board->of[side], move.to))
        return MOVE_ONTO_OWN;
    if (square_distance(move.from, move.to) > 1 && !bit_in(board->runners[side], move.from))
        return MOVE_TOO_FAR;
    int step = (on_row ? 1 : FILES) * (move.to > move.from ? 1 : -1);
    for (int square = move.from + step; square != move.to; square += step)
        if (board->at[square] != NO_PIECE)
            return MOVE_BLOCKED;
    return MOVE_LEGAL;
}

enum illegal board_check(const struct board *board, struct move move)
{
    enum illegal why = check_step(board, move);
    if (why != MOVE_LEGAL)
        return why;
    struct shuttle shuttle = find_shuttle(board);
    if (shuttle.piece != NO_PIECE && breaks_two_squares(board, &shuttle, move))
        return MOVE_TWO_SQUARES;
    if (is_chasing(board) && breaks_more_squares(board, move))
        return MOVE_MORE_SQUARES;
    return MOVE_LEGAL;
}
