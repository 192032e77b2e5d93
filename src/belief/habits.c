/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/habits.h"

#include "belief/habit_parts.h"
#include "belief/step_up.h"

#include <stdlib.h>
#include <string.h>

void habits_start(struct habits *habits)
{
    memset(habits, 0, sizeof *habits);
    habits->taken_at = SQUARE_NONE;
    habits->changed = ~(uint64_t)0;
}

/* Increments a counter up to 255. */
static void count(uint8_t *counter)
{
    *counter = (uint8_t)(*counter + (*counter < UINT8_MAX));
}

/* A counter of a piece that does not move changes no feature from this value on. */
enum { COUNTED_OUT = 6 };

/* Returns the enemy piece beside a square in a direction, or NULL. */
static const struct public_piece *enemy_beside(const struct public_state *state, int square, int direction,
                                               enum side side)
{
    int number = public_state_beside(state, square, (enum direction)direction);
    return number == NO_PIECE || piece_side(number) == side ? NULL : &state->piece[number];
}

/* Returns whether a piece of the side could move from a square. */
static bool is_free(const struct public_state *state, int square, enum side side)
{
    bool free = false;
    int base = side_base(side);
    for (int d = 0; d < DIRECTIONS; d++) { /* no early end: the branch would be unpredictable */
        int next = square_next[square][d], piece = state->at[next == SQUARE_NONE ? 0 : next];
        bool is_own = (unsigned)(piece - base) < PIECES_A_SIDE;
        free |= (next != SQUARE_NONE) & (piece != LAKE) & !is_own;
    }
    return free;
}

/* Whether a square is beside a piece of a side; the entry SQUARE_NONE is unused. */
struct squares_beside {
    bool at[SQUARE_NONE + 1];
};

/* Finds the squares beside the pieces of a side. */
static void find_beside(const struct public_state *state, enum side side, struct squares_beside *beside)
{
    int base = side_base(side);
    memset(beside, 0, sizeof *beside);
    for (int number = base; number < base + PIECES_A_SIDE; number++) {
        int square = state->piece[number].square;
        for (int d = 0; square != SQUARE_NONE && d < DIRECTIONS; d++)
            beside->at[square_next[square][d]] = true;
    }
}

/* --- before the observed side's own move --- */

/* Updates the counters of a hidden piece that does not move on this turn: how long it waits, and which enemy
 * pieces beside it it does not attack. `attack`: its side's move is an attack. */
static void count_standing(struct habits *habits, const struct public_state *state, enum side side,
                           int number, bool attack, const struct squares_beside *enemies)
{
    int row = number % PIECES_A_SIDE;
    struct habit_piece *counts = &habits->piece[row];
    const struct public_piece *piece = &state->piece[number];
    if (is_free(state, piece->square, side)) {
        int before = habit_waited_class(counts->waited);
        count(&counts->waited);
        if (!piece->moved && habit_waited_class(counts->waited) != before)
            habits->changed |= (uint64_t)1 << row;
    }
    for (int d = 0; enemies->at[piece->square] && d < DIRECTIONS; d++) {
        const struct public_piece *enemy = enemy_beside(state, piece->square, d, side);
        if (!enemy)
            continue;
        int t = habit_target(enemy);
        /* The one that moved later came to the other. */
        uint8_t *tally = piece->last > enemy->last ? counts->declined : attack ? counts->busy : counts->stood;
        count(&tally[t]);
        /* The enemy piece, which is known, has just captured a piece there. */
        bool lost = enemy->square == habits->taken_at && t < RANKS;
        if (lost)
            count(&counts->lost[t]);
        habits->changed |= (uint64_t)(lost || tally[t] < COUNTED_OUT) << row;
    }
}

/* Counts what a hidden piece's quiet move does: the enemy pieces beside it that it leaves, and the known ones
 * that it comes nearer to or goes away from. */
static void count_leaving(struct habits *habits, const struct public_state *state, enum side side,
                          int number, int to)
{
    struct habit_piece *counts = &habits->piece[number % PIECES_A_SIDE];
    const struct public_piece *piece = &state->piece[number];
    for (int d = 0; d < DIRECTIONS; d++) {
        const struct public_piece *enemy = enemy_beside(state, piece->square, d, side);
        if (enemy && !squares_touch(to, enemy->square) && piece->last <= enemy->last)
            count(&counts->fled[habit_target(enemy)]);
    }
    /* Known enemy pieces, nearer or further than before; coming beside one and leaving one have counters of
     * their own (`step`, `fled`). */
    int base = side_base(side_other(side));
    for (int other = base; other < base + PIECES_A_SIDE; other++) {
        const struct public_piece *enemy = &state->piece[other];
        if (enemy->square == SQUARE_NONE || enemy->rank == RANK_UNKNOWN)
            continue;
        int before = square_distance(piece->square, enemy->square);
        int after = square_distance(to, enemy->square);
        if (after > 1 && after < before && after <= HABIT_REACH)
            count(&counts->toward[enemy->rank]);
        if (before > 1 && before < after && before <= HABIT_REACH)
            count(&counts->away[enemy->rank]);
    }
}

/* Updates the counters of a hidden piece's own quiet move: direction, return, number of its first move. */
static void count_going(struct habits *habits, const struct public_state *state, enum side side, int number,
                        struct move move)
{
    struct habit_piece *counts = &habits->piece[number % PIECES_A_SIDE];
    const struct public_piece *piece = &state->piece[number];
    int ahead = habit_row_ahead(side, move.to) - habit_row_ahead(side, move.from);
    counts->waited = 0;
    if (ahead < 0)
        count(&counts->back);
    if (ahead == 0)
        count(&counts->sideways);
    if (piece->moves && piece->from == move.to)
        count(&counts->returns);
    if (!counts->first)
        counts->first = (uint16_t)(habits->own_moves + 1);
}

/* Counts how the side's move (to `to`) reacts to the enemy pieces within NEAR squares of each hidden piece
 * that has not moved. `answered` if the move ends within UP_TO squares of the enemy piece, `ignored` from FAR
 * squares on. No enemy piece beyond FURTHEST_ROW, counted from the side's edge, is near one of the four rows
 * of its setup. */
static void count_answers(struct habits *habits, const struct public_state *state, enum side side, int to)
{
    enum { NEAR = 3, FURTHEST_ROW = HABIT_SETUP_ROWS - 1 + NEAR, UP_TO = 2, FAR = 5 };
    int base = side_base(side), enemies = side_base(side_other(side)), unmoved_count = 0;
    struct {
        int8_t row, board_row, file; /* of the piece: its row of `habits`, and where it stands */
    } unmoved[PIECES_A_SIDE];
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        const struct public_piece *piece = &state->piece[base + row];
        if (piece->moved || !habit_is_hidden(piece))
            continue;
        unmoved[unmoved_count].row = (int8_t)row;
        unmoved[unmoved_count].board_row = (int8_t)square_row(piece->square);
        unmoved[unmoved_count++].file = (int8_t)square_file(piece->square);
    }
    /* For each enemy piece near the move, or far from it, count it at the own pieces near the enemy. */
    for (int other = enemies; other < enemies + PIECES_A_SIDE; other++) {
        const struct public_piece *enemy = &state->piece[other];
        if (enemy->square == SQUARE_NONE || habit_row_ahead(side, enemy->square) > FURTHEST_ROW)
            continue;
        int threat = enemy->rank == RANK_UNKNOWN ? 2 : enemy->rank != MINER; /* 0: miner, 1: other known */
        int distance = square_distance(to, enemy->square);
        if (distance > UP_TO && distance < FAR)
            continue;
        int board_row = square_row(enemy->square), file = square_file(enemy->square);
        for (int i = 0; i < unmoved_count; i++) {
            int row = unmoved[i].row;
            struct habit_piece *counts = &habits->piece[row];
            if (abs(unmoved[i].board_row - board_row) + abs(unmoved[i].file - file) > NEAR)
                continue;
            uint8_t *counter = distance <= UP_TO ? &counts->answered[threat] : &counts->ignored[threat];
            count(counter);
            habits->changed |= (uint64_t)(*counter < COUNTED_OUT) << row;
        }
    }
}

void habits_watch(struct habits *habits, const struct public_state *state, enum side side,
                  const struct event *event)
{
    if (state->to_move != side)
        return;
    int base = side_base(side), mover = state->at[event->move.from];
    bool attack = event->battle != BATTLE_NONE;
    struct squares_beside enemies;
    find_beside(state, side_other(side), &enemies);
    count_answers(habits, state, side, event->move.to);
    for (int number = base; number < base + PIECES_A_SIDE; number++) {
        if (!habit_is_hidden(&state->piece[number]))
            continue;
        if (number != mover) {
            count_standing(habits, state, side, number, attack, &enemies);
        } else if (!attack) {
            count_leaving(habits, state, side, number, event->move.to);
            count_going(habits, state, side, number, event->move);
        }
    }
}

/* --- after a move --- */

/* Returns whether an enemy piece beside a known piece is able to capture it or is unknown. */
static bool is_threatened(const struct public_state *state, int number)
{
    const struct public_piece *piece = &state->piece[number];
    for (int d = 0; d < DIRECTIONS; d++) {
        const struct public_piece *enemy = enemy_beside(state, piece->square, d, piece_side(number));
        if (enemy && (enemy->rank == RANK_UNKNOWN || (rank_moves(enemy->rank) &&
                                                      battle_result(enemy->rank, piece->rank) == BATTLE_WON)))
            return true;
    }
    return false;
}

/* Counts the enemy targets and the known own pieces that a hidden piece's quiet move brought it beside. */
static void count_arrival(struct habits *habits, const struct public_state *state, int number, int from)
{
    struct habit_piece *counts = &habits->piece[number % PIECES_A_SIDE];
    int square = state->piece[number].square;
    for (int d = 0; d < DIRECTIONS; d++) {
        int other = public_state_beside(state, square, (enum direction)d);
        if (other == NO_PIECE)
            continue;
        const struct public_piece *piece = &state->piece[other];
        if (piece_side(other) != piece_side(number)) {
            if (is_step_up(from, piece->square))
                count(&counts->step[habit_target(piece)]);
        } else if (piece->rank != RANK_UNKNOWN) {
            count(&counts->with[piece->rank]);
            if (is_threatened(state, other))
                count(&counts->guard[piece->rank]);
        }
    }
}

/* Returns the rows (bits) of the side's pieces beside a square. */
static uint64_t rows_around(const struct public_state *state, enum side side, int square)
{
    uint64_t rows = 0;
    for (int d = 0; d < DIRECTIONS; d++) {
        int number = public_state_beside(state, square, (enum direction)d);
        if (number != NO_PIECE && piece_side(number) == side)
            rows |= (uint64_t)1 << (number % PIECES_A_SIDE);
    }
    return rows;
}

void habits_learn(struct habits *habits, const struct public_state *state, enum side side,
                  const struct event *event)
{
    /* Features depend on neighbours, so those of the pieces beside the move's squares may have changed. */
    habits->changed |= rows_around(state, side, event->move.from) | rows_around(state, side, event->move.to);
    if (state->to_move == side) { /* the enemy has moved */
        habits->taken_at = event->battle == BATTLE_WON ? event->move.to : SQUARE_NONE;
        return;
    }
    habits->own_moves = (uint16_t)(habits->own_moves + (habits->own_moves < UINT16_MAX));
    int number = state->at[event->move.to], base = side_base(side);
    if (number < PIECES && piece_side(number) == side)
        habits->changed |= (uint64_t)1 << (number - base);
    /* Features that depend on the time since the piece's last move change without a move of it. */
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        const struct public_piece *piece = &state->piece[base + row];
        const struct habit_row *weighed = &habits->row[row];
        if (piece->moved && habit_is_hidden(piece) &&
            (habit_lately_class(state, piece) != weighed->lately ||
             habit_just_moved(state, piece, side) != weighed->just))
            habits->changed |= (uint64_t)1 << row;
    }
    if (event->battle == BATTLE_NONE && habit_is_hidden(&state->piece[number]))
        count_arrival(habits, state, number, event->move.from);
}

/* --- weights --- */

uint64_t habits_weigh(struct habits *habits, const struct habit_weights *weights,
                      const struct public_state *state, enum side side)
{
    struct habit_context context = habit_context_find((int)habits->own_moves, state, side);
    uint16_t number = habit_context_number(&context);
    uint64_t changed = 0;
    if (number != habits->context) /* features of all pieces may depend on it */
        habits->changed = ~(uint64_t)0;
    habits->context = number;
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        struct habit_row now, *old = &habits->row[row];
        if (!(habits->changed >> row & 1) || !habit_is_hidden(&state->piece[side_base(side) + row]))
            continue;
        const struct public_piece *piece = &state->piece[side_base(side) + row];
        /* habits_learn marks the row as changed when one of these two differs from the stored value. */
        old->lately = (uint8_t)habit_lately_class(state, piece);
        old->just = habit_just_moved(state, piece, side);
        habit_features_find(&now, &habits->piece[row], &context, state, side_base(side) + row);
        if (now.count == old->count && !memcmp(now.feature, old->feature, now.count * sizeof *now.feature))
            continue;
        memcpy(old->feature, now.feature, now.count * sizeof *now.feature);
        old->count = now.count;
        habit_weights_sum(old, weights);
        changed |= (uint64_t)1 << row;
    }
    habits->changed = 0;
    return changed;
}
