/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/habits.h"

#include "belief/rank_vector.h"
#include "belief/step_up.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of classes: places of a setup (mirrored ones together), and classes of counters. */
enum {
    PLACES = 20, PHASES = 5, WAITS = 7, LOSSES = 4, OFTEN = 6, LATELY = 5, SOME = 3, FIRSTS = 8, FEW = 5,
    ONCE = 2, TWICE = 3, FOUR = 4, SETUP_ROWS = 4, HIGH = 3
};

/* The index of the first feature of each group. */
enum {
    PLACE = 0,
    WAITED = PLACE + PLACES * PHASES,
    LOST_PIECES = WAITED + PLACES * WAITS,
    ANSWERED = LOST_PIECES + PLACES * LOSSES,
    IGNORED = ANSWERED + HABIT_THREATS * SETUP_ROWS * TWICE,
    COUNT = IGNORED + HABIT_THREATS * SETUP_ROWS * TWICE,
    ROW = COUNT + OFTEN * LATELY,
    FIRST = ROW + ROWS * SOME,
    START = FIRST + FIRSTS * SETUP_ROWS,
    BACK = START + PLACES * SOME,
    SIDEWAYS = BACK + FEW,
    RETURNS = SIDEWAYS + FEW,
    ENEMY = RETURNS + FEW,
    TOWARD = ENEMY + HIGH * 2 * (SOME + 1),
    AWAY = TOWARD + RANKS * TWICE,
    JUST = AWAY + RANKS * TWICE,
    STEP = JUST + HABIT_TARGETS * TWICE * 2,
    DECLINED = STEP + HABIT_TARGETS * TWICE,
    STOOD = DECLINED + HABIT_TARGETS * ONCE,
    BUSY = STOOD + HABIT_TARGETS * FOUR * 2,
    LOST = BUSY + HABIT_TARGETS * ONCE * 2,
    FLED = LOST + RANKS * ONCE * 2,
    WITH = FLED + HABIT_TARGETS * ONCE,
    GUARD = WITH + RANKS * ONCE,
    BESIDE = GUARD + RANKS * ONCE,
    END = BESIDE + RANKS * 2
};

#define GROUP(name, start, end, kind, meaning) {name, start, (end) - (start), kind, meaning}

const struct habit_group habit_table[] = {
    GROUP("place", PLACE, WAITED, HABIT_WAITS, "of a piece that has not moved: its place, rows from the "
          "front, files from the edge to the middle; each: own moves before 11, 26, 51, 101, later"),
    GROUP("waited", WAITED, LOST_PIECES, HABIT_WAITS, "of such a piece: its place; each: turns on which it "
          "could have moved, 0, 1-3, 4-10, 11-25, 26-60, 61-120, more"),
    GROUP("losses", LOST_PIECES, ANSWERED, HABIT_WAITS, "of such a piece: its place; each: pieces its side "
          "has lost, to 3, 8, 14, more"),
    GROUP("answered", ANSWERED, IGNORED, HABIT_WAITS, "moves of its side up to an enemy piece near such a "
          "piece, a known miner, another known one, an unknown one; each: its row; each: 1, 2, more"),
    GROUP("ignored", IGNORED, COUNT, HABIT_WAITS, "the same of moves far from that enemy piece"),
    GROUP("count", COUNT, ROW, HABIT_GOES, "moves 1, 2, 3-4, 5-8, 9-16, more; each: the last 1, 2-3, 4-8, "
          "9-20, more own moves ago"),
    GROUP("row", ROW, FIRST, HABIT_GOES, "row of the board from its own side; each: moves 1, 2-4, more"),
    GROUP("first", FIRST, START, HABIT_GOES, "own move with which it first moved: 1, 2-3, 4-6, 7-12, 13-25, "
          "26-50, 51-100, later; each: row it began in"),
    GROUP("start", START, BACK, HABIT_GOES, "place it began on; each: moves 1, 2-4, more"),
    GROUP("back", BACK, SIDEWAYS, HABIT_GOES, "steps back 0, 1, 2-3, 4-7, more"),
    GROUP("sideways", SIDEWAYS, RETURNS, HABIT_GOES, "steps to the side, likewise"),
    GROUP("returns", RETURNS, ENEMY, HABIT_GOES, "steps to where it came from, likewise"),
    GROUP("enemy", ENEMY, TOWARD, HABIT_GOES, "the enemy's marshal, general, spy: known, taken; each: it has "
          "not moved, moves 1, 2-4, more"),
    GROUP("toward", TOWARD, AWAY, HABIT_GOES, "steps towards known enemy pieces, by rank; each: 1, 2, more"),
    GROUP("away", AWAY, JUST, HABIT_GOES, "steps away from known enemy pieces, likewise"),
    GROUP("just", JUST, STEP, HABIT_STEPS_UP, "what it has just stepped up to, by rank, an unmoved, a moved "
          "unknown; each: for the first, second time, again; each: its first move, a later one"),
    GROUP("step", STEP, DECLINED, HABIT_STEPS_UP, "what it stepped up to; each: 1, 2, more times"),
    GROUP("declined", DECLINED, STOOD, HABIT_DECLINES, "what it stepped up to and then left alone; each: "
          "once, more"),
    GROUP("stood", STOOD, BUSY, HABIT_DECLINES, "what came beside it and was left alone for a quiet move; "
          "each: it has not moved, 1, 2, 3-4, more times; it has moved"),
    GROUP("busy", BUSY, LOST, HABIT_DECLINES, "what came beside it and was left alone for an attack "
          "elsewhere; each: it has not moved, once, more; it has moved"),
    GROUP("lost", LOST, FLED, HABIT_DECLINES, "what took a piece beside it and was left alone, by rank; "
          "each: it has not moved, once, more; it has moved"),
    GROUP("fled", FLED, WITH, HABIT_FLEES, "what it stepped away from; each: once, more"),
    GROUP("with", WITH, GUARD, HABIT_GUARDS, "known pieces of its side that it stepped beside; each: once, "
          "more"),
    GROUP("guard", GUARD, BESIDE, HABIT_GUARDS, "of those, the ones that an enemy piece threatened"),
    GROUP("beside", BESIDE, END, HABIT_GUARDS, "known pieces of its side that stand beside it; each: it has "
          "not moved, has moved"),
};
static_assert((int)END == (int)HABIT_FEATURES, "the groups fill the table");
static_assert(sizeof habit_table / sizeof *habit_table == HABIT_GROUPS, "and are so many");

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

/* Returns the number of limits that are less than n. */
static inline int class_of(int n, const int *limits, int count)
{
    int class = 0;
    for (int i = 0; i < count; i++) /* without a branch, as it would be unpredictable */
        class += n > limits[i];
    return class;
}
#define CLASS_OF(n, ...) \
    class_of(n, (const int[]){__VA_ARGS__}, (int)(sizeof((const int[]){__VA_ARGS__}) / sizeof(int)))

/* Returns the class, 0 .. 6, of the number of turns that a piece waited. */
static int waited_class(int turns)
{
    return CLASS_OF(turns, 0, 3, 10, 25, 60, 120);
}

/* A counter of a piece that does not move changes no feature from this value on. */
enum { COUNTED_OUT = 6 };

/* Returns the class, 0 .. 4, of the number of own moves (two plies each) since the piece's last one. */
static int lately_class(const struct public_state *state, const struct public_piece *piece)
{
    return CLASS_OF((int)((state->plies + 1 - piece->last) / 2), 1, 3, 8, 20);
}

/* Returns whether the piece made its side's last move. */
static bool has_just_moved(const struct public_state *state, const struct public_piece *piece, enum side side)
{
    /* If the side is to move, the last ply was the enemy's. */
    return piece->last && piece->last + (uint32_t)(state->to_move == side) == state->plies;
}

/* Returns the row of a square counted from the side's own edge, 0 .. 9. */
static int row_ahead(enum side side, int square)
{
    return side == RED ? square_row(square) : ROWS - 1 - square_row(square);
}

/* Returns the target index of an enemy piece: its rank, HABIT_UNMOVED or HABIT_MOVED. */
static int target_of(const struct public_piece *piece)
{
    if (piece->rank != RANK_UNKNOWN)
        return piece->rank;
    return piece->moved ? HABIT_MOVED : HABIT_UNMOVED;
}

static bool is_hidden(const struct public_piece *piece)
{
    return piece->square != SQUARE_NONE && piece->rank == RANK_UNKNOWN;
}

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

/* Updates the counters of a hidden piece that does not move on this turn: waiting, and the enemy pieces
 * beside it that it does not attack. `attack`: its side's move is an attack. */
static void count_standing(struct habits *habits, const struct public_state *state, enum side side,
                           int number, bool attack, const struct squares_beside *enemies)
{
    int row = number % PIECES_A_SIDE;
    struct habit_piece *counts = &habits->piece[row];
    const struct public_piece *piece = &state->piece[number];
    if (is_free(state, piece->square, side)) {
        int before = waited_class(counts->waited);
        count(&counts->waited);
        if (!piece->moved && waited_class(counts->waited) != before)
            habits->changed |= (uint64_t)1 << row;
    }
    for (int d = 0; enemies->at[piece->square] && d < DIRECTIONS; d++) {
        const struct public_piece *enemy = enemy_beside(state, piece->square, d, side);
        if (!enemy)
            continue;
        int t = target_of(enemy);
        /* The one that moved later came to the other. */
        uint8_t *tally = piece->last > enemy->last ? counts->declined : attack ? counts->busy : counts->stood;
        count(&tally[t]);
        bool lost = enemy->square == habits->taken_at && t < RANKS;
        if (lost)
            count(&counts->lost[t]);
        habits->changed |= (uint64_t)(lost || tally[t] < COUNTED_OUT) << row;
    }
}

/* Counts the enemy pieces that had come beside a hidden piece and that its quiet move leaves, and the known
 * ones that it comes nearer to or goes away from. */
static void count_leaving(struct habits *habits, const struct public_state *state, enum side side,
                          int number, int to)
{
    struct habit_piece *counts = &habits->piece[number % PIECES_A_SIDE];
    const struct public_piece *piece = &state->piece[number];
    for (int d = 0; d < DIRECTIONS; d++) {
        const struct public_piece *enemy = enemy_beside(state, piece->square, d, side);
        if (enemy && !squares_touch(to, enemy->square) && piece->last <= enemy->last)
            count(&counts->fled[target_of(enemy)]);
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
    int ahead = row_ahead(side, move.to) - row_ahead(side, move.from);
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

/* Counts, for each hidden piece that has not moved, how its side's move (to `to`) reacts to the enemy pieces
 * within NEAR squares of it: `answered` if the move ends within UP_TO squares of the enemy piece, `ignored`
 * from FAR squares on. No enemy piece beyond FURTHEST_ROW, counted from the side's edge, is near one of the
 * four rows of its setup. */
static void count_answers(struct habits *habits, const struct public_state *state, enum side side, int to)
{
    enum { NEAR = 3, FURTHEST_ROW = SETUP_ROWS - 1 + NEAR, UP_TO = 2, FAR = 5 };
    int base = side_base(side), enemies = side_base(side_other(side)), unmoved_count = 0;
    struct {
        int8_t row, board_row, file; /* of the piece: its row of `habits`, and where it stands */
    } unmoved[PIECES_A_SIDE];
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        const struct public_piece *piece = &state->piece[base + row];
        if (piece->moved || !is_hidden(piece))
            continue;
        unmoved[unmoved_count].row = (int8_t)row;
        unmoved[unmoved_count].board_row = (int8_t)square_row(piece->square);
        unmoved[unmoved_count++].file = (int8_t)square_file(piece->square);
    }
    /* For each enemy piece near the move, or far from it, count it at the own pieces near the enemy. */
    for (int other = enemies; other < enemies + PIECES_A_SIDE; other++) {
        const struct public_piece *enemy = &state->piece[other];
        if (enemy->square == SQUARE_NONE || row_ahead(side, enemy->square) > FURTHEST_ROW)
            continue;
        int threat = enemy->rank == RANK_UNKNOWN ? 2 : enemy->rank != MINER;
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
        if (!is_hidden(&state->piece[number]))
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
                count(&counts->step[target_of(piece)]);
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
    /* Also those that depend on the time since the piece's last move. */
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        const struct public_piece *piece = &state->piece[base + row];
        const struct habit_row *weighed = &habits->row[row];
        if (piece->moved && is_hidden(piece) &&
            (lately_class(state, piece) != weighed->lately ||
             has_just_moved(state, piece, side) != weighed->just))
            habits->changed |= (uint64_t)1 << row;
    }
    if (event->battle == BATTLE_NONE && is_hidden(&state->piece[number]))
        count_arrival(habits, state, number, event->move.from);
}

/* --- features --- */

/* The features of a piece depend on its counters and on this, which is the same for all pieces. */
struct context {
    int phase, losses; /* classes of own moves made and own pieces lost */
    int enemy[HIGH];  /* of the enemy's marshal, general, spy: 0 hidden, 1 known, 2 taken */
};

/* Computes the context of the features. `side`: the observed one. */
static struct context find_context(const struct habits *habits, const struct public_state *state,
                                   enum side side)
{
    static const uint8_t high[HIGH] = {MARSHAL, GENERAL, SPY};
    struct context context = {.phase = CLASS_OF(habits->own_moves, 10, 25, 50, 100)};
    int lost = 0, base = side_base(side), enemies = side_base(side_other(side));
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        const struct public_piece *enemy = &state->piece[enemies + row];
        lost += state->piece[base + row].square == SQUARE_NONE;
        for (int i = 0; i < HIGH; i++)
            if (enemy->rank == high[i])
                context.enemy[i] = enemy->square == SQUARE_NONE ? 2 : 1;
    }
    context.losses = CLASS_OF(lost, 3, 8, 14);
    return context;
}

/* Returns a number that is different for each context: its digits are phase, losses and enemy[]. */
static uint16_t context_number(const struct context *context)
{
    int number = context->phase * LOSSES + context->losses;
    for (int i = 0; i < HIGH; i++)
        number = number * 3 + context->enemy[i];
    return (uint16_t)number;
}

/* Appends a feature to the row, HABIT_MAX at most. */
static void put(struct habit_row *row, int feature)
{
    if (row->count < HABIT_MAX)
        row->feature[row->count++] = (uint16_t)feature;
}

/* Returns whether all counters are 0; false also for fewer than 8 counters. A fast test, as most are 0. */
static bool are_zero(const uint8_t *counter, int size)
{
    uint64_t first, last;
    if (size < (int)sizeof first)
        return false;
    memcpy(&first, counter, sizeof first);
    memcpy(&last, counter + size - sizeof last, sizeof last); /* they may overlap */
    static_assert(HABIT_TARGETS <= 2 * sizeof first, "two are all");
    return (first | last) == 0;
}

/* Appends a feature for each counter that is not 0: class 1 .. `max` by its value; if `max` is FOUR, the
 * classes are 1, 2, 3-4, more. Counter t has the features from start + t * stride on. */
static void put_counts(struct habit_row *row, int start, int stride, const uint8_t *counter, int size,
                       int max)
{
    if (are_zero(counter, size))
        return;
    for (int t = 0; t < size; t++) {
        if (!counter[t])
            continue;
        int n = counter[t] - (max == FOUR && counter[t] >= 4);
        put(row, start + t * stride + (n < max ? n : max) - 1);
    }
}

/* Appends features for the pieces beside the piece now: enemy pieces it has just stepped up to, and known
 * pieces of its own side. */
static void put_beside(struct habit_row *row, const struct habit_piece *counts,
                       const struct public_state *state, int number)
{
    const struct public_piece *piece = &state->piece[number];
    enum side side = piece_side(number);
    bool just = has_just_moved(state, piece, side);
    for (int d = 0; d < DIRECTIONS; d++) {
        int other = public_state_beside(state, piece->square, (enum direction)d);
        if (other == NO_PIECE)
            continue;
        const struct public_piece *near = &state->piece[other];
        if (piece_side(other) == side) {
            if (near->rank != RANK_UNKNOWN)
                put(row, BESIDE + near->rank * 2 + piece->moved);
        } else if (just && piece->last > near->last && is_step_up(piece->from, near->square)) {
            int t = target_of(near), again = CLASS_OF(counts->step[t], 1, 2);
            put(row, JUST + (t * TWICE + again) * 2 + (piece->moves > 1));
        }
    }
}

/* Appends the features of a piece that has not moved. `place`: 0 .. 19, mirrored places together, five in
 * each row of the setup. */
static void put_unmoved(struct habit_row *row, const struct habit_piece *counts,
                        const struct context *context, int place)
{
    put_counts(row, ANSWERED + place / 5 * TWICE, SETUP_ROWS * TWICE, counts->answered, HABIT_THREATS, TWICE);
    put_counts(row, IGNORED + place / 5 * TWICE, SETUP_ROWS * TWICE, counts->ignored, HABIT_THREATS, TWICE);
    put(row, PLACE + place * PHASES + context->phase);
    put(row, WAITED + place * WAITS + waited_class(counts->waited));
    put(row, LOST_PIECES + place * LOSSES + context->losses);
}

/* Appends the features of a piece that has moved. `place`: where it began, 0 .. 19, five in each row of the
 * setup; -1 if not known. */
static void put_moved(struct habit_row *row, const struct habit_piece *counts,
                      const struct public_state *state, int number, int place)
{
    const struct public_piece *piece = &state->piece[number];
    int moves_class = CLASS_OF(piece->moves, 1, 4);
    put(row, COUNT + CLASS_OF(piece->moves, 1, 2, 4, 8, 16) * LATELY + lately_class(state, piece));
    put(row, ROW + row_ahead(piece_side(number), piece->square) * SOME + moves_class);
    if (place >= 0) {
        put(row, FIRST + CLASS_OF(counts->first, 1, 3, 6, 12, 25, 50, 100) * SETUP_ROWS + place / 5);
        put(row, START + place * SOME + moves_class);
    }
    put(row, BACK + CLASS_OF(counts->back, 0, 1, 3, 7));
    put(row, SIDEWAYS + CLASS_OF(counts->sideways, 0, 1, 3, 7));
    put(row, RETURNS + CLASS_OF(counts->returns, 0, 1, 3, 7));
    put_counts(row, TOWARD, TWICE, counts->toward, RANKS, TWICE);
    put_counts(row, AWAY, TWICE, counts->away, RANKS, TWICE);
    put_counts(row, STEP, TWICE, counts->step, HABIT_TARGETS, TWICE);
    put_counts(row, DECLINED, ONCE, counts->declined, HABIT_TARGETS, ONCE);
    put_counts(row, FLED, ONCE, counts->fled, HABIT_TARGETS, ONCE);
    put_counts(row, WITH, ONCE, counts->with, RANKS, ONCE);
    put_counts(row, GUARD, ONCE, counts->guard, RANKS, ONCE);
}

/* Fills the row with all features of a hidden piece. */
static void find_features(struct habit_row *row, const struct habit_piece *counts,
                          const struct context *context, const struct public_state *state, int number)
{
    const struct public_piece *piece = &state->piece[number];
    int moved = piece->moved, file = piece->place % FILES, place = -1;
    if (piece->place != PLACE_NONE) /* five places in each row, from the edge to the middle */
        place = piece->place / FILES * 5 + (file < FILES / 2 ? file : FILES - 1 - file);
    row->count = 0;
    if (moved)
        put_moved(row, counts, state, number, place);
    else if (place >= 0)
        put_unmoved(row, counts, context, place);
    for (int i = 0; i < HIGH; i++)
        if (context->enemy[i])
            put(row, ENEMY + (i * 2 + context->enemy[i] - 1) * (SOME + 1) +
                (moved ? 1 + CLASS_OF(piece->moves, 1, 4) : 0));
    put_beside(row, counts, state, number);
    put_counts(row, STOOD + moved * FOUR, FOUR * 2, counts->stood, HABIT_TARGETS, FOUR);
    put_counts(row, BUSY + moved * ONCE, ONCE * 2, counts->busy, HABIT_TARGETS, ONCE);
    put_counts(row, LOST + moved * ONCE, ONCE * 2, counts->lost, RANKS, ONCE);
}

/* --- weights --- */

/* Sums the weights of the row's features, for both kinds of player. */
static void sum_weights(struct habit_row *row, const struct habit_weights *weights)
{
    static_assert(PLAYER_KINDS == 2, "both are added up at once");
    struct rank_vector people = ranks_all(0), programs = ranks_all(0);
    for (int i = 0; i < row->count; i++) {
        const float (*weight)[RANKS] = weights->weight[row->feature[i]];
        people = ranks_add(people, ranks_load(weight[PLAYER_PEOPLE]));
        programs = ranks_add(programs, ranks_load(weight[PLAYER_PROGRAMS]));
    }
    ranks_store(people, row->log[PLAYER_PEOPLE]);
    ranks_store(programs, row->log[PLAYER_PROGRAMS]);
}

uint64_t habits_weigh(struct habits *habits, const struct habit_weights *weights,
                      const struct public_state *state, enum side side)
{
    struct context context = find_context(habits, state, side);
    uint16_t number = context_number(&context);
    uint64_t changed = 0;
    if (number != habits->context) /* features of all pieces may depend on it */
        habits->changed = ~(uint64_t)0;
    habits->context = number;
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        struct habit_row now, *old = &habits->row[row];
        if (!(habits->changed >> row & 1) || !is_hidden(&state->piece[side_base(side) + row]))
            continue;
        const struct public_piece *piece = &state->piece[side_base(side) + row];
        old->lately = (uint8_t)lately_class(state, piece);
        old->just = has_just_moved(state, piece, side);
        find_features(&now, &habits->piece[row], &context, state, side_base(side) + row);
        if (now.count == old->count && !memcmp(now.feature, old->feature, now.count * sizeof *now.feature))
            continue;
        memcpy(old->feature, now.feature, now.count * sizeof *now.feature);
        old->count = now.count;
        sum_weights(old, weights);
        changed |= (uint64_t)1 << row;
    }
    habits->changed = 0;
    return changed;
}

enum habit_kind habit_kind_of(int feature)
{
    int group = 0;
    while (feature >= habit_table[group].start + habit_table[group].size)
        group++;
    return habit_table[group].kind;
}

void habits_split(const struct habit_weights *weights, const struct habit_row *row, enum player_kind player,
                  float sum[HABIT_KINDS][RANKS])
{
    for (int i = 0; i < row->count; i++) {
        enum habit_kind kind = habit_kind_of(row->feature[i]);
        for (int rank = 0; rank < RANKS; rank++)
            sum[kind][rank] += weights->weight[row->feature[i]][player][rank];
    }
}
