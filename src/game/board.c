/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "game/board.h"

#include "base/memory.h"
#include "game/board_parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static_assert(RANKS == 12 && PIECES == 80, "the tables in zobrist.c are written out for these");

/* Returns the part of the key for counts of pieces: a count of n contributes the first n numbers of its row
 * in `table`. */
static uint64_t key_of_counts(const uint8_t counts[SIDES][RANKS],
                              const uint64_t table[SIDES][RANKS][COUNT_MAX])
{
    uint64_t key = 0;
    for (enum side side = RED; side <= BLUE; side++)
        for (int rank = 0; rank < RANKS; rank++)
            for (int i = 0; i < counts[side][rank]; i++)
                key ^= table[side][rank][i];
    return key;
}

/* Computes the board's hash key from its pieces, counts and side to move, without the key before. */
static __attribute__((noinline)) void recompute_key(struct board *board)
{
    board->key = (board->to_move == BLUE ? zobrist_blue : 0) ^
                 key_of_counts(board->captured, zobrist_captured) ^
                 key_of_counts(board->unknown_count, zobrist_unknown);
    for (int number = 0; number < PIECES; number++)
        if (board->piece[number].square != SQUARE_NONE)
            board->key ^= board_zobrist_of_piece(&board->piece[number], board->piece[number].square);
    board_set_revealed_at(board);
}

/* Numbers and places all pieces of a placement on a board whose unknown_count is set; sets both keys. */
static void place_all_pieces(struct board *board, const struct placement *placement)
{
    int next_number[SIDES] = {0, PIECES_A_SIDE};
    for (int number = 0; number < PIECES; number++) {
        board->piece[number] = (struct piece){
            .rank = RANK_UNKNOWN, .side = number >= PIECES_A_SIDE, .square = SQUARE_NONE};
        board_set_zobrist_row(&board->piece[number]);
    }
    for (int square = 0; square < SQUARES; square++) {
        const struct cell *cell = &placement->cell[square];
        board->at[square] = square_is_lake(square) ? LAKE : NO_PIECE;
        if (cell->side == SIDES)
            continue;
        int number = next_number[cell->side]++;
        board->piece[number].rank = cell->rank;
        board->piece[number].moved = cell->moved;
        board->piece[number].known = cell->known;
        board_set_zobrist_row(&board->piece[number]);
        board_place_piece(board, number, square);
        board->piece_key ^= zobrist_number[number][square];
    }
    board->first_piece_key = board->piece_key;
    recompute_key(board);
    board_check_debug(board);
}

/* Initialises a board without its pieces; computes the counts of unknown pieces from the placement. */
static void init_without_pieces(struct board *board, const struct placement *placement,
                                const struct rules *rules)
{
    *board = (struct board){.to_move = placement->to_move, .variant = placement->variant, .rules = *rules,
                            .played_before = placement->played, .quiet_before = placement->quiet};
    memcpy(board->captured, placement->captured, sizeof board->captured);
    for (enum side side = RED; side <= BLUE; side++)
        placement_unknown(placement, side, board->unknown_count[side]);
}

void board_init(struct board *board, const struct placement *placement, const struct rules *rules)
{
    init_without_pieces(board, placement, rules);
    place_all_pieces(board, placement);
}

void board_init_unknown(struct board *board, const struct placement *placement,
                        const struct rules *rules, enum side side, const uint8_t unknown_count[RANKS])
{
    init_without_pieces(board, placement, rules);
    memcpy(board->unknown_count[side], unknown_count, sizeof board->unknown_count[side]);
    place_all_pieces(board, placement);
}

void board_army(const struct board *board, enum side side, uint8_t army[RANKS])
{
    for (int rank = 0; rank < RANKS; rank++)
        army[rank] = (uint8_t)(board->captured[side][rank] + board->unknown_count[side][rank]);
    for (int i = 0; i < PIECES_A_SIDE; i++) {
        const struct piece *piece = &board->piece[(int)side * PIECES_A_SIDE + i];
        if (piece->square != SQUARE_NONE && piece->rank != RANK_UNKNOWN)
            army[piece->rank]++;
    }
}

void board_listed_army(const struct board *board, enum side side, uint8_t army[RANKS])
{
    const struct variant *variant = variant_at(board->variant);
    if (variant->any_army)
        board_army(board, side, army);
    else
        memcpy(army, variant->count, RANKS);
}

void board_free(struct board *board)
{
    free(board->history);
    *board = (struct board){0};
}

void board_copy(struct board *to, const struct board *from)
{
    struct ply *history = to->history;
    size_t capacity = to->capacity;
    *to = *from;
    to->history = memory_grow(history, &capacity, from->plies, sizeof *history);
    to->capacity = capacity;
    if (from->plies)
        memcpy(to->history, from->history, from->plies * sizeof *history);
}

void board_reserve(struct board *board, uint32_t plies)
{
    board->history = memory_grow(board->history, &board->capacity, (size_t)board->plies + plies,
                                 sizeof *board->history);
}

/* Returns whether a move goes more than one square. */
static inline bool is_far(struct move move)
{
    int step = move.to - move.from;
    return step != 1 && step != -1 && step != FILES && step != -FILES;
}

/* Removes a piece of known rank from the board and counts it as captured. */
static inline void capture(struct board *board, struct piece *piece)
{
    int index = board->captured[piece->side][piece->rank]++;
    board->key ^= zobrist_captured[piece->side][piece->rank][index];
    board_remove_piece(board, piece);
}

/* Starts the next entry of the history: stores the move and what board_unmake needs. Memory for it must be
 * reserved. `victim`: the attacked piece's number, or NO_PIECE. All values are read before the first is
 * written, because the compiler cannot know that the board and the entry do not overlap. */
static inline struct ply *begin_ply(struct board *board, struct move move, size_t number, int victim)
{
    const struct piece *mover = &board->piece[number];
    struct ply *ply = &board->history[board->plies];
    uint8_t moved = mover->moved, known = mover->known;
    uint16_t zobrist_row = mover->zobrist_row;
    uint32_t red = board->chase_start[RED], blue = board->chase_start[BLUE];
    ply->move = move;
    ply->mover = (uint8_t)number;
    ply->victim = (uint8_t)victim;
    ply->battle = BATTLE_NONE;
    ply->revealed = 0;
    ply->victim_known = 0;
    ply->spare = 0;
    ply->mover_moved = moved;
    ply->mover_known = known;
    ply->mover_zobrist_row = zobrist_row;
    ply->chase_start[RED] = red;
    ply->chase_start[BLUE] = blue;
    ply->key = board->key;
    return ply;
}

/* Plays an attack. An unknown mover gets `mover_rank`, an unknown defender `victim_rank`. An attack empties
 * both more-squares lists (ISF rules, 11). */
static __attribute__((noinline)) void make_attack(struct board *board, struct move move, int mover_rank,
                                                  int victim_rank)
{
    if (board->plies >= board->capacity)
        board_reserve(board, 1);
    int mover_number = board->at[move.from], victim_number = board->at[move.to], from = move.from,
        to = move.to;
    struct piece *mover = &board->piece[mover_number], *victim = &board->piece[victim_number];
    struct ply *ply = begin_ply(board, move, (size_t)mover_number, victim_number);
    ply->victim_known = victim->known;
    ply->last_attack = board->last_attack;
    /* Take both pieces out of `key`, and the mover out of `piece_key`; what stays is added again below. */
    board->key ^= board_zobrist_of_piece(mover, from) ^ board_zobrist_of_piece(victim, to) ^ zobrist_blue;
    board->piece_key ^= zobrist_number[mover_number][from];
    /* Both pieces become known to both sides. */
    if (mover->rank == RANK_UNKNOWN) {
        board_set_rank_in_sets(board, mover, mover_rank);
        ply->revealed |= REVEALED_MOVER;
    }
    if (victim->rank == RANK_UNKNOWN) {
        board_set_rank_in_sets(board, victim, victim_rank);
        ply->revealed |= REVEALED_VICTIM;
    }
    mover->moved = mover->known = victim->known = 1;
    mover->zobrist_row = (uint16_t)(mover->zobrist_row | ZOBRIST_ROW_MOVED | ZOBRIST_ROW_KNOWN);
    victim->zobrist_row = (uint16_t)(victim->zobrist_row | ZOBRIST_ROW_KNOWN);
    /* Apply the result of the battle. */
    ply->battle = (uint8_t)battle_result(mover->rank, victim->rank);
    if (ply->battle == BATTLE_LOST) {
        capture(board, mover);
        board->key ^= board_zobrist_of_piece(victim, to);
    } else {
        capture(board, victim);
        board->piece_key ^= zobrist_number[victim_number][to];
        if (ply->battle == BATTLE_BOTH) {
            capture(board, mover);
        } else {
            board_move_piece(board, (size_t)mover_number, move.from, move.to);
            board->key ^= board_zobrist_of_piece(mover, to);
            board->piece_key ^= zobrist_number[mover_number][to];
        }
    }
    board->chase_start[RED] = board->chase_start[BLUE] = board->last_attack = board->plies + 1;
    board->to_move = side_other(board->to_move);
    ply->piece_key = board->piece_key;
    board->plies++;
    board_check_debug(board);
}

/* Plays a quiet move after enlarging the full history. Not inlined, to keep board_make short. */
static __attribute__((noinline)) void reserve_and_make(struct board *board, struct move move)
{
    board_reserve(board, 1);
    board_make(board, move);
}

/* Plays a quiet move; the history must have space for one more ply. */
static inline void make_quiet(struct board *board, struct move move)
{
    size_t from = move.from, to = move.to, number = board->at[from];
    uint32_t n = board->plies;
    struct piece *mover = &board->piece[number];
    struct ply *ply = begin_ply(board, move, number, NO_PIECE);
    size_t zobrist_row = mover->zobrist_row;
    uint64_t key = board->key ^ zobrist_piece[zobrist_row + from] ^ zobrist_blue;
    mover->moved = 1;
    zobrist_row |= ZOBRIST_ROW_MOVED;
    if (mover->rank == SCOUT && is_far(move)) {
        mover->known = 1; /* only a scout moves far, so its rank is now known */
        zobrist_row |= ZOBRIST_ROW_KNOWN;
    }
    mover->zobrist_row = (uint16_t)zobrist_row;
    board->key = key ^ zobrist_piece[zobrist_row + to];
    board->piece_key ^= zobrist_number[number][from] ^ zobrist_number[number][to];
    ply->piece_key = board->piece_key;
    board_move_piece(board, number, from, to);
    /* A move that does not start beside the target of the opponent's last move escapes no chase: it empties
     * the opponent's more-squares list (ISF rules, 11). */
    if (n > 0 && !square_beside(ply[-1].move.to, move.from))
        board->chase_start[side_other(board->to_move)] = n;
    board->to_move = side_other(board->to_move);
    board->plies = n + 1;
    board_check_debug(board);
}

void board_make(struct board *board, struct move move)
{
    if (board->at[move.to] != NO_PIECE)
        make_attack(board, move, RANK_UNKNOWN, RANK_UNKNOWN);
    else if (board->plies < board->capacity)
        make_quiet(board, move);
    else
        reserve_and_make(board, move);
}

void board_make_as(struct board *board, struct move move, int mover_rank, int victim_rank)
{
    const struct piece *mover = &board->piece[board->at[move.from]];
    if (is_far(move))
        mover_rank = SCOUT;
    if (board->at[move.to] != NO_PIECE) {
        make_attack(board, move, mover_rank, victim_rank);
    } else if (mover->rank != RANK_UNKNOWN || mover_rank == RANK_UNKNOWN) {
        board_make(board, move);
    } else {
        uint64_t key = board->key;
        uint16_t zobrist_row = mover->zobrist_row;
        /* A quiet move that reveals its mover: reveal first, then store the state from before the
         * reveal. */
        board_set_rank(board, &board->piece[board->at[move.from]], mover_rank);
        board_make(board, move);
        struct ply *ply = &board->history[board->plies - 1];
        ply->revealed = REVEALED_MOVER;
        ply->mover_zobrist_row = zobrist_row;
        ply->key = key;
    }
}

/* Puts a captured piece back on its square. */
static inline void restore_captured(struct board *board, int number, int square)
{
    struct piece *piece = &board->piece[number];
    board->captured[piece->side][piece->rank]--;
    board_place_piece(board, number, square);
}

/* Undoes an attack: pieces, their states, and the ranks that it revealed. */
static void unmake_attack(struct board *board, const struct ply *ply)
{
    struct piece *mover = &board->piece[ply->mover], *victim = &board->piece[ply->victim];
    if (ply->battle == BATTLE_WON)
        board_move_piece(board, ply->mover, ply->move.to, ply->move.from);
    else
        restore_captured(board, ply->mover, ply->move.from);
    if (ply->battle != BATTLE_LOST)
        restore_captured(board, ply->victim, ply->move.to);
    mover->moved = ply->mover_moved;
    mover->known = ply->mover_known;
    victim->known = ply->victim_known;
    mover->zobrist_row = (uint16_t)((mover->zobrist_row & ~(ZOBRIST_ROW_MOVED | ZOBRIST_ROW_KNOWN)) |
                                    ply->mover_moved * ZOBRIST_ROW_MOVED |
                                    ply->mover_known * ZOBRIST_ROW_KNOWN);
    victim->zobrist_row = (uint16_t)((victim->zobrist_row & ~ZOBRIST_ROW_KNOWN) |
                                     ply->victim_known * ZOBRIST_ROW_KNOWN);
    /* Both pieces are on the board again, as set_rank_in_sets needs. */
    if (ply->revealed & REVEALED_VICTIM)
        board_set_rank_in_sets(board, victim, RANK_UNKNOWN);
    if (ply->revealed & REVEALED_MOVER)
        board_set_rank_in_sets(board, mover, RANK_UNKNOWN);
    board->last_attack = ply->last_attack;
}

/* Undoes any quiet move, even if the piece was unknown and unmoved or the move revealed its rank. Takes the
 * piece off the board and places it again, so that all sets follow from its state before the move. */
static void unmake_quiet(struct board *board, const struct ply *ply)
{
    struct piece *mover = &board->piece[ply->mover];
    board_remove_piece(board, mover);
    mover->moved = ply->mover_moved;
    mover->known = ply->mover_known;
    board_set_zobrist_row(mover);
    board_place_piece(board, ply->mover, ply->move.from);
    if (ply->revealed)
        board_set_rank_in_sets(board, mover, RANK_UNKNOWN);
}

/* Undoes the last ply in the general case; board_unmake handles the usual quiet moves faster. */
static __attribute__((noinline)) void unmake_any(struct board *board)
{
    const struct ply *ply = &board->history[--board->plies];
    board->to_move = side_other(board->to_move);
    board->chase_start[RED] = ply->chase_start[RED];
    board->chase_start[BLUE] = ply->chase_start[BLUE];
    if (ply->victim != NO_PIECE)
        unmake_attack(board, ply);
    else
        unmake_quiet(board, ply);
    board->piece_key = board->plies > 0 ? ply[-1].piece_key : board->first_piece_key;
    board->key = ply->key;
    if (board->plies < board->revealed_at)
        recompute_key(board);
    board_check_debug(board);
}

void board_pass(struct board *board)
{
    board->to_move = side_other(board->to_move);
    board->key ^= zobrist_blue;
}

void board_unmake(struct board *board)
{
    uint32_t n = board->plies - 1;
    const struct ply *ply = &board->history[n];
    int number = ply->mover;
    struct piece *mover = &board->piece[number];
    /* Most plies are quiet moves, no rank was revealed since, and the sets follow from the move alone. All
     * others take the general way. */
    bool first_move_of_unknown = mover->rank == RANK_UNKNOWN && !ply->mover_moved;
    if (ply->victim != NO_PIECE || n < board->revealed_at || first_move_of_unknown || ply->revealed) {
        unmake_any(board);
        return;
    }
    uint8_t moved = ply->mover_moved, known = ply->mover_known;
    uint16_t zobrist_row = ply->mover_zobrist_row;
    uint32_t red = ply->chase_start[RED], blue = ply->chase_start[BLUE];
    mover->moved = moved;
    mover->known = known;
    mover->zobrist_row = zobrist_row;
    board->chase_start[RED] = red;
    board->chase_start[BLUE] = blue;
    board->plies = n;
    board->to_move = side_other(board->to_move);
    board->key = ply->key;
    board->piece_key = ply[-1].piece_key;
    board_move_piece(board, (size_t)number, ply->move.to, ply->move.from);
    board_check_debug(board);
}

struct event board_event(const struct board *board, uint32_t index)
{
    const struct ply *ply = &board->history[index];
    const struct piece *mover = &board->piece[ply->mover];
    struct event event = {.move = ply->move, .battle = ply->battle,
                          .attacker = RANK_UNKNOWN, .defender = RANK_UNKNOWN};
    bool moved_far = square_distance(ply->move.from, ply->move.to) > 1;
    if (ply->mover_known || ply->battle != BATTLE_NONE || moved_far)
        event.attacker = mover->rank;
    if (ply->victim != NO_PIECE)
        event.defender = board->piece[ply->victim].rank;
    return event;
}

unsigned board_move_number(const struct board *board, uint32_t ply)
{
    enum side side = ply < board->plies ? (enum side)(board->history[ply].mover / PIECES_A_SIDE)
                                        : board->to_move;
    /* If blue began, its first ply ends move 1, as if a ply of red were missing before it. */
    bool blue_began = (ply % 2 == 1) != (side == BLUE);
    return (ply + blue_began) / 2 + 1;
}

struct outcome board_outcome(const struct board *board)
{
    for (enum side side = RED; side <= BLUE; side++)
        if (board->captured[side][FLAG])
            return (struct outcome){result_win(side_other(side)), REASON_FLAG};
    struct move moves[MOVES_MAX];
    /* A side without a legal move loses, but if neither side could move even without the repetition rules,
     * it is a draw. */
    if (!board_can_move(board)) {
        bool neither = board_pseudo_legal_moves(board, board->to_move, moves) == 0 &&
                       board_pseudo_legal_moves(board, side_other(board->to_move), moves) == 0;
        return (struct outcome){neither ? RESULT_DRAW : result_win(side_other(board->to_move)),
                                REASON_NO_MOVES};
    }
    enum reason limit = board_limit(board);
    return (struct outcome){limit == REASON_NONE ? RESULT_OPEN : RESULT_DRAW, limit};
}
