/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Legal moves: one-square and longer moves, and the two repetition rules. */
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

/* The moves that the two-squares rule forbids to the side to move. Its last `two_squares` moves were made
 * by one piece within one row or column and have the squares `low` .. `high` of that line in common.
 * Another move of that piece that covers two or more of these squares is illegal. */
struct two_square_line {
    int piece;      /* piece number; NO_PIECE: the rule forbids no move now */
    bool along_row; /* true: the line is a row, false: a column */
    int low, high;  /* files on a row, rows on a column */
};

/* Reduces `line` to the squares that `move` also covers. Returns false if the move is not along this line or
 * has fewer than two squares in common with it. */
static inline bool intersect_line(struct two_square_line *line, struct move move)
{
    int from = line->along_row ? square_file(move.from) : square_row(move.from);
    int to = line->along_row ? square_file(move.to) : square_row(move.to);
    bool on_line = line->along_row ? square_row(move.from) == square_row(move.to)
                                   : square_file(move.from) == square_file(move.to);
    int low = from < to ? from : to, high = from < to ? to : from;
    if (low > line->low)
        line->low = low;
    if (high < line->high)
        line->high = high;
    return on_line && line->low < line->high;
}

/* Returns the line (of a row or file) to which the two-squares rule restricts a piece of the side to move,
 * because of its last moves. */
static struct two_square_line find_two_square_line(const struct board *board)
{
    struct two_square_line none = {.piece = NO_PIECE}, line = {.low = 0, .high = FILES - 1};
    uint32_t n = board->plies, wanted = (uint32_t)board->rules.two_squares;
    if (!wanted || n < 2 * wanted)
        return none;
    const struct ply *last = &board->history[n - 2];
    /* The usual case, checked first: two different pieces made the side's last two moves. */
    if (wanted > 1 && board->history[n - 4].mover != last->mover)
        return none;
    line.piece = last->mover;
    line.along_row = square_row(last->move.from) == square_row(last->move.to);
    for (uint32_t back = 1; back <= wanted; back++) {
        const struct ply *ply = &board->history[n - 2 * back];
        if (ply->mover != line.piece || !intersect_line(&line, ply->move))
            return none;
    }
    return line;
}

/* Returns whether the two-squares rule forbids `move`. `line` must not be of NO_PIECE. */
static inline bool breaks_two_squares(const struct board *board, const struct two_square_line *line,
                                      struct move move)
{
    struct two_square_line common = *line;
    return board->at[move.from] == line->piece && intersect_line(&common, move);
}

/* Minimum number of plies after which the more-squares rule can forbid a return to a position of the list.
 * After 2 plies the enemy's piece stands elsewhere; after 4 the mover would go straight back, which the
 * rule allows. */
enum { CYCLE = 6 };

/* Returns whether the more-squares list of the side to move is long enough to forbid a move. */
static inline bool more_squares_applies(const struct board *board)
{
    return board->rules.more_squares && board->plies >= board->chase_start[board->to_move] + CYCLE;
}

/* Returns whether `move` breaks the more-squares rule (ISF rules, 11): it threatens an enemy piece and
 * repeats a position of the mover's current chase. more_squares_applies must be true. */
static bool breaks_more_squares(const struct board *board, struct move move)
{
    uint32_t n = board->plies;
    enum side side = board->to_move;
    if (board->at[move.to] != NO_PIECE || !(bits_around(bit(move.to)) & board->occupied[side_other(side)]))
        return false;
    int number = board->at[move.from];
    const struct ply *last = &board->history[n - 2];
    if (last->mover == number && last->move.from == move.to && last->move.to == move.from)
        return false; /* going straight back is allowed */
    uint64_t piece_key =
        board->piece_key ^ zobrist_number[number][move.from] ^ zobrist_number[number][move.to];
    /* Compare with the positions after each of the side's plies in its list. */
    for (uint32_t i = n - CYCLE; i >= board->chase_start[side]; i -= 2) {
        if (board->history[i].piece_key == piece_key)
            return true;
        if (i < 2)
            break;
    }
    return false;
}

bool board_repeats(const struct board *board, struct move move)
{
    struct two_square_line line = find_two_square_line(board);
    return (line.piece != NO_PIECE && breaks_two_squares(board, &line, move)) ||
           (more_squares_applies(board) && breaks_more_squares(board, move));
}

/* Returns whether the two-squares rule may, because of earlier moves, forbid one of the next `moves` moves of
 * the side that made ply `last`. Decides by the number of its last moves that one piece made on one line. */
static bool two_squares_matters(const struct board *board, uint32_t last, uint32_t moves)
{
    uint32_t wanted = (uint32_t)board->rules.two_squares, run = 0;
    int mover = board->history[last].mover;
    struct move move = board->history[last].move;
    struct two_square_line line = {.low = 0, .high = FILES - 1,
                                   .along_row = square_row(move.from) == square_row(move.to)};
    if (mover >= PIECES || board->piece[mover].square == SQUARE_NONE)
        return false;
    for (uint32_t i = last; run < wanted; i -= 2) {
        if (board->history[i].mover != mover || !intersect_line(&line, board->history[i].move))
            break;
        run++;
        if (i < 2)
            break;
    }
    /* The last of the moves is forbidden only if `wanted` moves before it are on the line. */
    return wanted && run + moves - 1 >= wanted;
}

/* Returns whether `side`, which made ply `last`, may return to a position of its more-squares list by a ply
 * up to index `latest`. */
static bool more_squares_matters(const struct board *board, enum side side, uint32_t last, uint32_t latest)
{
    uint32_t first = board->chase_start[side];
    first += (last - first) % 2; /* the side's own first ply of the list */
    if (!board->rules.more_squares || first > last)
        return false;
    /* One-square steps need an even number of moves to return to their start, so pieces that only step need
     * two plies more. */
    return latest - first >= (board->far_movers[side] ? CYCLE : CYCLE + 2);
}

bool board_repetition_matters(const struct board *board, uint32_t plies)
{
    uint32_t n = board->plies;
    enum side side = board->to_move, other = side_other(side);
    /* The side to move: it made ply n - 2, and makes its last move within `plies` in ply `latest`. */
    if (n >= 2 && plies >= 1) {
        uint32_t latest = n + (plies - 1) / 2 * 2;
        if (two_squares_matters(board, n - 2, (plies + 1) / 2) ||
            more_squares_matters(board, side, n - 2, latest))
            return true;
    }
    /* The other side, in the same way. Its list is emptied at once unless the side to move can answer from
     * beside the square where the last move ended. */
    if (n >= 1 && plies >= 2) {
        uint32_t latest = n + 1 + (plies - 2) / 2 * 2;
        int last_target = board->history[n - 1].move.to;
        bool keeps_list = bits_around(bit(last_target)) & board_mobile(board, side);
        return two_squares_matters(board, n - 1, plies / 2) ||
               (keeps_list && more_squares_matters(board, other, n - 1, latest));
    }
    return false;
}

/* Appends moves of one kind of step: each ends on a square of `targets` and starts `back` squares from there.
 * Returns the end of the list, like the functions below. */
static inline struct move *append_steps(struct move *out, bitboard targets, int back)
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

/* Returns the far movers with an empty square beside them; the others can make one step at most. */
static inline bitboard free_far_movers(const struct board *board, enum side side)
{
    bitboard empty = BITS_BOARD & ~(board->occupied[RED] | board->occupied[BLUE] | BITS_LAKES);
    return board->far_movers[side] & bits_around(empty);
}

/* Appends the moves of more than one square from `from`, quiet ones and attacks; append_steps has those of
 * one. `own`: the squares of the mover's side. */
static inline struct move *append_far_moves(const struct board *board, struct move *out, int from,
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

int board_pseudo_legal_moves(const struct board *board, enum side side, struct move *moves)
{
    bitboard own = board->occupied[side], mobile = board_mobile(board, side), free = ~(own | BITS_LAKES);
    struct move *out = moves;
    out = append_steps(out, bits_north(mobile) & free, -FILES);
    out = append_steps(out, bits_south(mobile) & free, FILES);
    out = append_steps(out, bits_east(mobile) & free, -1);
    out = append_steps(out, bits_west(mobile) & free, 1);
    for (bitboard far_movers = free_far_movers(board, side); far_movers;)
        out = append_far_moves(board, out, bits_pop(&far_movers), own);
    return (int)(out - moves);
}

/* Appends the attacks of more than one square from `from`: in each direction on the first piece, if it is
 * an enemy. */
static inline struct move *append_far_attacks(const struct board *board, struct move *out, int from,
                                              bitboard enemies)
{
    for (int d = NORTH; d < DIRECTIONS; d++) {
        int to = square_next[from][d];
        if (to == SQUARE_NONE || board->at[to] != NO_PIECE)
            continue;
        do
            to = square_next[to][d];
        while (to != SQUARE_NONE && board->at[to] == NO_PIECE);
        if (to != SQUARE_NONE && bit_in(enemies, to))
            *out++ = (struct move){(uint8_t)from, (uint8_t)to};
    }
    return out;
}

int board_attacks(const struct board *board, struct move *moves)
{
    enum side side = board->to_move;
    bitboard mobile = board_mobile(board, side), enemies = board->occupied[side_other(side)];
    struct move *out = moves;
    out = append_steps(out, bits_north(mobile) & enemies, -FILES);
    out = append_steps(out, bits_south(mobile) & enemies, FILES);
    out = append_steps(out, bits_east(mobile) & enemies, -1);
    out = append_steps(out, bits_west(mobile) & enemies, 1);
    for (bitboard far_movers = free_far_movers(board, side); far_movers;)
        out = append_far_attacks(board, out, bits_pop(&far_movers), enemies);
    int count = (int)(out - moves), legal_count = 0;
    /* The two-squares rule is the only repetition rule that can forbid an attack. */
    struct two_square_line line = find_two_square_line(board);
    if (line.piece == NO_PIECE)
        return count;
    for (int i = 0; i < count; i++)
        if (!breaks_two_squares(board, &line, moves[i]))
            moves[legal_count++] = moves[i];
    return legal_count;
}

int board_moves(const struct board *board, struct move *moves)
{
    int count = board_pseudo_legal_moves(board, board->to_move, moves), legal_count = 0;
    struct two_square_line line = find_two_square_line(board);
    bool chasing = more_squares_applies(board);
    if (line.piece == NO_PIECE && !chasing)
        return count;
    for (int i = 0; i < count; i++) {
        struct move move = moves[i];
        if ((line.piece != NO_PIECE && breaks_two_squares(board, &line, move)) ||
            (chasing && breaks_more_squares(board, move)))
            continue;
        moves[legal_count++] = move;
    }
    return legal_count;
}

bool board_can_move(const struct board *board)
{
    enum side side = board->to_move;
    bitboard free = ~(board->occupied[side] | BITS_LAKES);
    struct two_square_line line = find_two_square_line(board);
    /* If no chase is on, a step of a piece that the two-squares rule does not restrict is surely legal. If
     * there is none, compute all moves. */
    if (!more_squares_applies(board)) {
        bitboard mobile = board_mobile(board, side);
        if (line.piece != NO_PIECE && board->piece[line.piece].square != SQUARE_NONE)
            mobile &= ~bit(board->piece[line.piece].square);
        if (bits_around(mobile) & free)
            return true;
    }
    struct move moves[MOVES_MAX];
    return board_moves(board, moves) > 0;
}

bool board_stays_open(const struct board *board)
{
    const struct rules *rules = &board->rules;
    enum side enemy = side_other(board->to_move);
    bitboard mobile = board_mobile(board, enemy);
    if (board->captured[enemy][FLAG] ||
        (rules->more_squares && board->plies + 1 >= board->chase_start[enemy] + CYCLE) ||
        (rules->move_limit && board_played(board) + 1 >= (uint32_t)rules->move_limit) ||
        (rules->no_attack_limit && board_quiet(board) + 1 >= (uint32_t)rules->no_attack_limit))
        return false;
    if (board->plies > 0) /* the two-squares rule can only restrict the piece that moved last */
        mobile &= ~bit(board->history[board->plies - 1].move.to);
    /* Another enemy piece has a square to enter. No quiet step of the side to move can prevent that: a
     * square that it occupies can be attacked. */
    return (bits_around(mobile) & ~(board->occupied[enemy] | BITS_LAKES)) != 0;
}

/* Returns the first reason why a move is illegal apart from the repetition rules, or MOVE_LEGAL. */
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
    if (!bit_in(board_mobile(board, side), move.from))
        return MOVE_IMMOBILE;
    bool on_row = square_row(move.from) == square_row(move.to);
    bool on_file = square_file(move.from) == square_file(move.to);
    if (on_row == on_file)
        return MOVE_NOT_STRAIGHT;
    if (board->at[move.to] == LAKE)
        return MOVE_ONTO_LAKE;
    if (bit_in(board->occupied[side], move.to))
        return MOVE_ONTO_OWN;
    if (square_distance(move.from, move.to) > 1 && !bit_in(board->far_movers[side], move.from))
        return MOVE_TOO_FAR;
    /* All squares between start and target must be empty. */
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
    struct two_square_line line = find_two_square_line(board);
    if (line.piece != NO_PIECE && breaks_two_squares(board, &line, move))
        return MOVE_TWO_SQUARES;
    if (more_squares_applies(board) && breaks_more_squares(board, move))
        return MOVE_MORE_SQUARES;
    return MOVE_LEGAL;
}
