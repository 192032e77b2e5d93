/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "game/board.h"

#include "base/memory.h"
#include "game/zobrist.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static_assert(RANKS == 12 && PIECES == 80, "the tables in zobrist.c are written out for these");

/* bit(square) in two halves, looked up: quicker here than a shift of 128 bits. */
#define ROW(half, s) \
    half(s), half(s + 1), half(s + 2), half(s + 3), half(s + 4), half(s + 5), half(s + 6), half(s + 7), \
    half(s + 8), half(s + 9)
#define ROWS(half) \
    ROW(half, 0), ROW(half, 10), ROW(half, 20), ROW(half, 30), ROW(half, 40), ROW(half, 50), ROW(half, 60), \
    ROW(half, 70), ROW(half, 80), ROW(half, 90)
#define LOW(s) ((s) < 64 ? UINT64_C(1) << ((s) & 63) : 0)
#define HIGH(s) ((s) < 64 ? 0 : UINT64_C(1) << ((s) & 63))
static const uint64_t low_half[SQUARES] = {ROWS(LOW)}, high_half[SQUARES] = {ROWS(HIGH)};

static inline bitboard quick_bit(size_t square)
{
    return (bitboard)high_half[square] << 64 | low_half[square];
}

static inline uint64_t key_of(const struct piece *piece, int square)
{
    return zobrist_piece[piece->look + square];
}

static inline void set_look(struct piece *piece)
{
    piece->look = zobrist_look(piece->side, piece->rank, piece->moved, piece->known);
}

static bool any_mover(const uint8_t unknown_count[RANKS])
{
    for (int rank = SPY; rank < RANKS; rank++)
        if (unknown_count[rank])
            return true;
    return false;
}

/* Puts a piece on the squares `on` of its side's sets by whether and how far it may move. */
static inline void set_mobility(struct board *board, const struct piece *piece, bitboard on)
{
    int side = piece->side, rank = piece->rank;
    const uint8_t *unknown_count = board->unknown_count[side];
    bool known = rank != RANK_UNKNOWN;
    if (known ? !rank_moves(rank) : !piece->moved && !any_mover(unknown_count))
        board->fixed[side] |= on;
    else if (known ? rank == SCOUT : unknown_count[SCOUT] > 0)
        board->far_movers[side] |= on;
}

/* Puts a piece on an empty square; keys and counts are the caller's concern, here and in the next two. */
static inline void put(struct board *board, int number, int square)
{
    struct piece *piece = &board->piece[number];
    bitboard on = quick_bit((size_t)square);
    piece->square = (uint8_t)square;
    board->at[square] = (uint8_t)number;
    board->of[piece->side] |= on;
    set_mobility(board, piece, on);
}

/* Takes a piece from the board. */
static inline void remove_piece(struct board *board, struct piece *piece)
{
    bitboard off = ~quick_bit(piece->square);
    board->at[piece->square] = NO_PIECE;
    board->of[piece->side] &= off;
    board->fixed[piece->side] &= off;
    board->far_movers[piece->side] &= off;
    piece->square = SQUARE_NONE;
}

/* Moves a piece that may move to an empty square. */
static inline void shift(struct board *board, size_t number, size_t from, size_t to)
{
    struct piece *piece = &board->piece[number];
    size_t side = piece->side;
    bitboard both = quick_bit(from) | quick_bit(to);
    board->at[from] = NO_PIECE;
    board->at[to] = (uint8_t)number;
    piece->square = (uint8_t)to;
    board->of[side] ^= both;
    if (piece->rank == SCOUT || (piece->rank == RANK_UNKNOWN && (board->far_movers[side] & both)))
        board->far_movers[side] ^= both;
}

/* In debug builds every eighth position is recomputed, chosen by its key: what is wrong in one stays wrong in
 * those after it, and all of them would take ten times as long as the tests themselves. */
static void check_debug(const struct board *board)
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

/* The counts' part of the key; a count of n is the first n numbers of its row. */
static uint64_t key_of_counts(const uint8_t counts[SIDES][RANKS],
                              const uint64_t numbers[SIDES][RANKS][COUNT_MAX])
{
    uint64_t key = 0;
    for (enum side side = RED; side <= BLUE; side++)
        for (int rank = 0; rank < RANKS; rank++)
            for (int i = 0; i < counts[side][rank]; i++)
                key ^= numbers[side][rank][i];
    return key;
}

/* The keys in the plies before this moment are out of date, or there are none. */
static void set_revealed_at(struct board *board)
{
    board->revealed_at = board->plies ? board->plies : 1;
}

/* Computes the key from scratch. */
static __attribute__((noinline)) void renew_key(struct board *board)
{
    board->key = (board->to_move == BLUE ? zobrist_blue : 0) ^
                 key_of_counts(board->captured, zobrist_captured) ^
                 key_of_counts(board->unknown_count, zobrist_unknown);
    for (int number = 0; number < PIECES; number++)
        if (board->piece[number].square != SQUARE_NONE)
            board->key ^= key_of(&board->piece[number], board->piece[number].square);
    set_revealed_at(board);
}

/* Puts all pieces of a placement on a board that has its unknown_count. */
static void put_all(struct board *board, const struct placement *placement)
{
    int next[SIDES] = {0, PIECES_A_SIDE};
    for (int number = 0; number < PIECES; number++) {
        board->piece[number] = (struct piece){
            .rank = RANK_UNKNOWN, .side = number >= PIECES_A_SIDE, .square = SQUARE_NONE};
        set_look(&board->piece[number]);
    }
    for (int square = 0; square < SQUARES; square++) {
        const struct cell *cell = &placement->cell[square];
        board->at[square] = square_is_lake(square) ? LAKE : NO_PIECE;
        if (cell->side == SIDES)
            continue;
        int number = next[cell->side]++;
        board->piece[number].rank = cell->rank;
        board->piece[number].moved = cell->moved;
        board->piece[number].known = cell->known;
        set_look(&board->piece[number]);
        put(board, number, square);
        board->piece_key ^= zobrist_number[number][square];
    }
    board->first_piece_key = board->piece_key;
    renew_key(board);
    check_debug(board);
}

/* An empty board for a placement, with the counts of unknown pieces that follow from it. */
static void begin(struct board *board, const struct placement *placement, const struct rules *rules)
{
    *board = (struct board){.to_move = placement->to_move,
                            .variant = placement->variant,
                            .rules = *rules,
                            .played_before = placement->played,
                            .quiet_before = placement->quiet};
    memcpy(board->captured, placement->captured, sizeof board->captured);
    for (enum side side = RED; side <= BLUE; side++)
        placement_unknown(placement, side, board->unknown_count[side]);
}

void board_init(struct board *board, const struct placement *placement, const struct rules *rules)
{
    begin(board, placement, rules);
    put_all(board, placement);
}

void board_init_unknown(struct board *board, const struct placement *placement,
                        const struct rules *rules, enum side side, const uint8_t unknown_count[RANKS])
{
    begin(board, placement, rules);
    memcpy(board->unknown_count[side], unknown_count, sizeof board->unknown_count[side]);
    put_all(board, placement);
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

/* Whether it changes what the unknown pieces of a side may do that the count of `rank` became 0, or ceases
 * to be 0: so with scouts, and where no other rank is left that moves. */
static inline bool decides_mobility(const uint8_t unknown_count[RANKS], int rank)
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

/* What the unknown pieces of `side` may do, after such a change. */
static __attribute__((noinline)) void refresh_unknown(struct board *board, int side)
{
    for (bitboard squares = board->of[side]; squares;) {
        int square = bits_pop(&squares);
        const struct piece *piece = &board->piece[board->at[square]];
        if (piece->rank != RANK_UNKNOWN)
            continue;
        board->fixed[side] &= ~bit(square);
        board->far_movers[side] &= ~bit(square);
        set_mobility(board, piece, bit(square));
    }
}

/* Changes the rank of a piece on the board, in the sets and counts and what the key has of the counts; what
 * the key has of the piece is the caller's concern. */
static void change_rank(struct board *board, struct piece *piece, int rank)
{
    int side = piece->side, counted = rank == RANK_UNKNOWN ? piece->rank : rank, left;
    assert(piece->square != SQUARE_NONE && (rank == RANK_UNKNOWN) != (piece->rank == RANK_UNKNOWN));
    if (rank == RANK_UNKNOWN)
        left = board->unknown_count[side][counted]++;
    else
        left = --board->unknown_count[side][counted];
    assert(left >= 0 && left < COUNT_MAX);
    board->key ^= zobrist_unknown[side][counted][left];
    piece->rank = (uint8_t)rank;
    set_look(piece);
    bitboard on = quick_bit(piece->square);
    board->fixed[side] &= ~on;
    board->far_movers[side] &= ~on;
    set_mobility(board, piece, on);
    if (left == 0 && decides_mobility(board->unknown_count[side], counted))
        refresh_unknown(board, side);
}

/* The same with the key. */
static void reveal(struct board *board, struct piece *piece, int rank)
{
    board->key ^= key_of(piece, piece->square);
    change_rank(board, piece, rank);
    board->key ^= key_of(piece, piece->square);
}

void board_reveal(struct board *board, int number, int rank)
{
    reveal(board, &board->piece[number], rank);
    set_revealed_at(board);
    check_debug(board);
}

void board_hide(struct board *board, int number)
{
    assert(!board->piece[number].known);
    reveal(board, &board->piece[number], RANK_UNKNOWN);
    set_revealed_at(board);
    check_debug(board);
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
        key ^= key_of(piece, square);
        piece->rank = rank[i];
        set_look(piece);
        key ^= key_of(piece, square) ^ zobrist_unknown[side][rank[i]][--unknown_count[rank[i]]];
        bitboard on = quick_bit((size_t)square);
        squares |= on;
        if (rank_moves(rank[i]))
            movers |= on;
        if (rank[i] == SCOUT)
            scouts |= on;
    }
    board->key = key;
    set_revealed_at(board);
    board->fixed[side] = (board->fixed[side] & ~squares) | (squares & ~movers);
    board->far_movers[side] = (board->far_movers[side] & ~squares) | scouts;
    check_debug(board);
    return revealed;
}

void board_hide_all(struct board *board, enum side side, uint64_t revealed)
{
    uint64_t key = board->key;
    uint8_t *unknown_count = board->unknown_count[side];
    bitboard squares = 0, moved = 0;
    bool others = army_size(unknown_count) > 0; /* what they may do can change with the counts */
    for (; revealed; revealed &= revealed - 1) {
        struct piece *piece = &board->piece[(int)side * PIECES_A_SIDE + __builtin_ctzll(revealed)];
        int square = piece->square, rank = piece->rank;
        assert(square != SQUARE_NONE && rank < RANKS && !piece->known);
        key ^= key_of(piece, square);
        piece->rank = RANK_UNKNOWN;
        set_look(piece);
        key ^= key_of(piece, square) ^ zobrist_unknown[side][rank][unknown_count[rank]++];
        bitboard on = quick_bit((size_t)square);
        squares |= on;
        if (piece->moved)
            moved |= on;
    }
    board->key = key;
    set_revealed_at(board);
    board->fixed[side] = (board->fixed[side] & ~squares) | (any_mover(unknown_count) ? 0 : squares & ~moved);
    board->far_movers[side] = (board->far_movers[side] & ~squares) | (unknown_count[SCOUT] ? squares : 0);
    if (others)
        refresh_unknown(board, (int)side);
    check_debug(board);
}

static inline bool is_far(struct move move)
{
    int step = move.to - move.from;
    return step != 1 && step != -1 && step != FILES && step != -FILES;
}

static inline void capture(struct board *board, struct piece *piece)
{
    int taken = board->captured[piece->side][piece->rank]++;
    board->key ^= zobrist_captured[piece->side][piece->rank][taken];
    remove_piece(board, piece);
}

/* Begins the next ply: what is written down of the board before it. */
static inline struct ply *begin_ply(struct board *board, struct move move, size_t number, int victim)
{
    const struct piece *mover = &board->piece[number];
    struct ply *ply = &board->history[board->plies];
    uint8_t moved = mover->moved, known = mover->known;
    uint16_t look = mover->look;
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
    ply->mover_look = look;
    ply->chase_start[RED] = red;
    ply->chase_start[BLUE] = blue;
    ply->key = board->key;
    return ply;
}

/* Plays an attack; ranks that are not known become `mover_rank` and `victim_rank`. It empties both
 * more-squares lists (ISF 11). */
static __attribute__((noinline)) void make_attack(struct board *board, struct move move, int mover_rank,
                                                  int victim_rank)
{
    if (board->plies >= board->capacity)
        board_reserve(board, 1);
    int number = board->at[move.from], other = board->at[move.to], from = move.from, to = move.to;
    struct piece *mover = &board->piece[number], *victim = &board->piece[other];
    struct ply *ply = begin_ply(board, move, (size_t)number, other);
    ply->victim_known = victim->known;
    ply->last_attack = board->last_attack;
    board->key ^= key_of(mover, from) ^ key_of(victim, to) ^ zobrist_blue;
    board->piece_key ^= zobrist_number[number][from];
    if (mover->rank == RANK_UNKNOWN) {
        change_rank(board, mover, mover_rank);
        ply->revealed |= REVEALED_MOVER;
    }
    if (victim->rank == RANK_UNKNOWN) {
        change_rank(board, victim, victim_rank);
        ply->revealed |= REVEALED_VICTIM;
    }
    mover->moved = mover->known = victim->known = 1;
    mover->look = (uint16_t)(mover->look | LOOK_MOVED | LOOK_KNOWN);
    victim->look = (uint16_t)(victim->look | LOOK_KNOWN);
    ply->battle = (uint8_t)battle_result(mover->rank, victim->rank);
    if (ply->battle == BATTLE_LOST) {
        capture(board, mover);
        board->key ^= key_of(victim, to);
    } else {
        capture(board, victim);
        board->piece_key ^= zobrist_number[other][to];
        if (ply->battle == BATTLE_BOTH) {
            capture(board, mover);
        } else {
            shift(board, (size_t)number, move.from, move.to);
            board->key ^= key_of(mover, to);
            board->piece_key ^= zobrist_number[number][to];
        }
    }
    board->chase_start[RED] = board->chase_start[BLUE] = board->last_attack = board->plies + 1;
    board->to_move = side_other(board->to_move);
    ply->piece_key = board->piece_key;
    board->plies++;
    check_debug(board);
}

static __attribute__((noinline)) void reserve_and_make(struct board *board, struct move move)
{
    board_reserve(board, 1);
    board_make(board, move);
}

/* Plays a quiet move where there is room for one more ply. */
static inline void make_quiet(struct board *board, struct move move)
{
    size_t from = move.from, to = move.to, number = board->at[from];
    uint32_t n = board->plies;
    struct piece *mover = &board->piece[number];
    struct ply *ply = begin_ply(board, move, number, NO_PIECE);
    size_t look = mover->look;
    uint64_t key = board->key ^ zobrist_piece[look + from] ^ zobrist_blue;
    mover->moved = 1;
    look |= LOOK_MOVED;
    if (mover->rank == SCOUT && is_far(move)) {
        mover->known = 1; /* only a scout moves far: its move tells its rank */
        look |= LOOK_KNOWN;
    }
    mover->look = (uint16_t)look;
    board->key = key ^ zobrist_piece[look + to];
    board->piece_key ^= zobrist_number[number][from] ^ zobrist_number[number][to];
    ply->piece_key = board->piece_key;
    shift(board, number, from, to);
    /* The enemy's more-squares list (ISF 11) is emptied by a reply that does not start beside the square
     * where the opponent's last move ended. */
    if (n > 0 && !square_beside(ply[-1].move.to, move.from))
        board->chase_start[side_other(board->to_move)] = n;
    board->to_move = side_other(board->to_move);
    board->plies = n + 1;
    check_debug(board);
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
        uint16_t look = mover->look;
        reveal(board, &board->piece[board->at[move.from]], mover_rank);
        board_make(board, move);
        struct ply *ply = &board->history[board->plies - 1];
        ply->revealed = REVEALED_MOVER;
        ply->mover_look = look;
        ply->key = key;
    }
}

/* Brings a captured piece back. */
static inline void restore(struct board *board, int number, int square)
{
    struct piece *piece = &board->piece[number];
    board->captured[piece->side][piece->rank]--;
    put(board, number, square);
}

static void unmake_attack(struct board *board, const struct ply *ply)
{
    struct piece *mover = &board->piece[ply->mover], *victim = &board->piece[ply->victim];
    if (ply->battle == BATTLE_WON)
        shift(board, ply->mover, ply->move.to, ply->move.from);
    else
        restore(board, ply->mover, ply->move.from);
    if (ply->battle != BATTLE_LOST)
        restore(board, ply->victim, ply->move.to);
    mover->moved = ply->mover_moved;
    mover->known = ply->mover_known;
    victim->known = ply->victim_known;
    mover->look = (uint16_t)((mover->look & ~(LOOK_MOVED | LOOK_KNOWN)) | ply->mover_moved * LOOK_MOVED |
                             ply->mover_known * LOOK_KNOWN);
    victim->look = (uint16_t)((victim->look & ~LOOK_KNOWN) | ply->victim_known * LOOK_KNOWN);
    if (ply->revealed & REVEALED_VICTIM)
        change_rank(board, victim, RANK_UNKNOWN);
    if (ply->revealed & REVEALED_MOVER)
        change_rank(board, mover, RANK_UNKNOWN);
    board->last_attack = ply->last_attack;
}

/* Any quiet move: of a piece whose rank it told, or that is unknown and was unmoved. */
static void unmake_any_quiet(struct board *board, const struct ply *ply)
{
    struct piece *mover = &board->piece[ply->mover];
    remove_piece(board, mover);
    mover->moved = ply->mover_moved;
    mover->known = ply->mover_known;
    set_look(mover);
    put(board, ply->mover, ply->move.from);
    if (ply->revealed)
        change_rank(board, mover, RANK_UNKNOWN);
}

static __attribute__((noinline)) void unmake_slowly(struct board *board)
{
    const struct ply *ply = &board->history[--board->plies];
    board->to_move = side_other(board->to_move);
    board->chase_start[RED] = ply->chase_start[RED];
    board->chase_start[BLUE] = ply->chase_start[BLUE];
    if (ply->victim != NO_PIECE)
        unmake_attack(board, ply);
    else
        unmake_any_quiet(board, ply);
    board->piece_key = board->plies > 0 ? ply[-1].piece_key : board->first_piece_key;
    board->key = ply->key;
    if (board->plies < board->revealed_at)
        renew_key(board);
    check_debug(board);
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
    /* Mostly it is a quiet move, no rank was told since, and the sets follow from the move alone. */
    if (ply->victim != NO_PIECE || n < board->revealed_at || (mover->rank == RANK_UNKNOWN &&
                                                              !ply->mover_moved) ||
        ply->revealed) {
        unmake_slowly(board);
        return;
    }
    uint8_t moved = ply->mover_moved, known = ply->mover_known;
    uint16_t look = ply->mover_look;
    uint32_t red = ply->chase_start[RED], blue = ply->chase_start[BLUE];
    mover->moved = moved;
    mover->known = known;
    mover->look = look;
    board->chase_start[RED] = red;
    board->chase_start[BLUE] = blue;
    board->plies = n;
    board->to_move = side_other(board->to_move);
    board->key = ply->key;
    board->piece_key = ply[-1].piece_key;
    shift(board, (size_t)number, ply->move.to, ply->move.from);
    check_debug(board);
}

struct event board_event(const struct board *board, uint32_t index)
{
    const struct ply *ply = &board->history[index];
    const struct piece *mover = &board->piece[ply->mover];
    struct event event = {.move = ply->move, .battle = ply->battle,
                          .attacker = RANK_UNKNOWN, .defender = RANK_UNKNOWN};
    bool ran = square_distance(ply->move.from, ply->move.to) > 1;
    if (ply->mover_known || ply->battle != BATTLE_NONE || ran)
        event.attacker = mover->rank;
    if (ply->victim != NO_PIECE)
        event.defender = board->piece[ply->victim].rank;
    return event;
}

struct outcome board_outcome(const struct board *board)
{
    for (enum side side = RED; side <= BLUE; side++)
        if (board->captured[side][FLAG])
            return (struct outcome){result_win(side_other(side)), REASON_FLAG};
    struct move moves[MOVES_MAX];
    if (!board_can_move(board)) {
        bool neither = board_steps(board, board->to_move, moves) == 0 &&
                       board_steps(board, side_other(board->to_move), moves) == 0;
        return (struct outcome){neither ? RESULT_DRAW : result_win(side_other(board->to_move)),
                                REASON_NO_MOVES};
    }
    enum reason limit = board_limit(board);
    return (struct outcome){limit == REASON_NONE ? RESULT_OPEN : RESULT_DRAW, limit};
}
