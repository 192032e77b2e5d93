/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The features of the habits: which ones a piece has by its counters, and the sums of their weights. */
#include "belief/habit_parts.h"

#include "belief/rank_vector.h"
#include "belief/step_up.h"

#include <assert.h>
#include <string.h>

/* Numbers of classes: places of a setup (mirrored ones together), and classes of counters. */
enum {
    PLACES = 20, PHASES = 5, WAITS = 7, LOSSES = 4, OFTEN = 6, LATELY = 5, SOME = 3, FIRSTS = 8, FEW = 5,
    ONCE = 2, TWICE = 3, FOUR = 4, HIGH = 3
};

/* The index of the first feature of each group. */
enum {
    PLACE = 0,
    WAITED = PLACE + PLACES * PHASES,
    LOST_PIECES = WAITED + PLACES * WAITS,
    ANSWERED = LOST_PIECES + PLACES * LOSSES,
    IGNORED = ANSWERED + HABIT_THREATS * HABIT_SETUP_ROWS * TWICE,
    COUNT = IGNORED + HABIT_THREATS * HABIT_SETUP_ROWS * TWICE,
    ROW = COUNT + OFTEN * LATELY,
    FIRST = ROW + ROWS * SOME,
    START = FIRST + FIRSTS * HABIT_SETUP_ROWS,
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

struct habit_context habit_context_find(int own_moves, const struct public_state *state, enum side side)
{
    static const uint8_t high[HIGH] = {MARSHAL, GENERAL, SPY};
    struct habit_context context = {.phase = HABIT_CLASS(own_moves, 10, 25, 50, 100)};
    int lost = 0, base = side_base(side), enemies = side_base(side_other(side));
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        const struct public_piece *enemy = &state->piece[enemies + row];
        lost += state->piece[base + row].square == SQUARE_NONE;
        for (int i = 0; i < HIGH; i++)
            if (enemy->rank == high[i])
                context.enemy[i] = enemy->square == SQUARE_NONE ? 2 : 1; /* captured, or known */
    }
    context.losses = HABIT_CLASS(lost, 3, 8, 14);
    return context;
}

uint16_t habit_context_number(const struct habit_context *context)
{
    int number = context->phase * LOSSES + context->losses;
    for (int i = 0; i < HIGH; i++)
        number = number * 3 + context->enemy[i]; /* 0 .. 2 */
    return (uint16_t)number;
}

/* Appends a feature to the row, HABIT_MAX at most. */
static void put(struct habit_row *row, int feature)
{
    if (row->count < HABIT_MAX)
        row->feature[row->count++] = (uint16_t)feature;
}

/* Returns whether all counters are 0. It is a fast test, as most are 0, but returns false for fewer than 8
 * counters. */
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

/* Appends a feature for each counter that is not 0. Its class is the counter's value, 1 .. `max`; if `max` is
 * FOUR, the classes are 1, 2, 3-4, and more. The features of counter t begin at start + t stride. */
static void put_counts(struct habit_row *row, int start, int stride, const uint8_t *counter, int size,
                       int max)
{
    if (are_zero(counter, size))
        return;
    for (int t = 0; t < size; t++) {
        if (!counter[t])
            continue;
        int n = counter[t] - (max == FOUR && counter[t] >= 4); /* 3 and 4 are one class */
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
    bool just = habit_just_moved(state, piece, side);
    for (int d = 0; d < DIRECTIONS; d++) {
        int other = public_state_beside(state, piece->square, (enum direction)d);
        if (other == NO_PIECE)
            continue;
        const struct public_piece *near = &state->piece[other];
        if (piece_side(other) == side) {
            if (near->rank != RANK_UNKNOWN)
                put(row, BESIDE + near->rank * 2 + piece->moved);
        } else if (just && piece->last > near->last && is_step_up(piece->from, near->square)) {
            int t = habit_target(near), again = HABIT_CLASS(counts->step[t], 1, 2);
            put(row, JUST + (t * TWICE + again) * 2 + (piece->moves > 1));
        }
    }
}

/* Appends the features of a piece that has not moved. `place`: 0 .. 19, mirrored places together, five in
 * each row of the setup. */
static void put_unmoved(struct habit_row *row, const struct habit_piece *counts,
                        const struct habit_context *context, int place)
{
    const int stride = HABIT_SETUP_ROWS * TWICE, in_row = place / 5 * TWICE;
    put_counts(row, ANSWERED + in_row, stride, counts->answered, HABIT_THREATS, TWICE);
    put_counts(row, IGNORED + in_row, stride, counts->ignored, HABIT_THREATS, TWICE);
    put(row, PLACE + place * PHASES + context->phase);
    put(row, WAITED + place * WAITS + habit_waited_class(counts->waited));
    put(row, LOST_PIECES + place * LOSSES + context->losses);
}

/* Appends the features of a piece that has moved. `place`: where it began, as one of 20 zones, five in each
 * row of the setup; -1 if not known. */
static void put_moved(struct habit_row *row, const struct habit_piece *counts,
                      const struct public_state *state, int number, int place)
{
    const struct public_piece *piece = &state->piece[number];
    int moves_class = HABIT_CLASS(piece->moves, 1, 4);
    put(row, COUNT + HABIT_CLASS(piece->moves, 1, 2, 4, 8, 16) * LATELY + habit_lately_class(state, piece));
    put(row, ROW + habit_row_ahead(piece_side(number), piece->square) * SOME + moves_class);
    if (place >= 0) {
        put(row, FIRST + HABIT_CLASS(counts->first, 1, 3, 6, 12, 25, 50, 100) * HABIT_SETUP_ROWS + place / 5);
        put(row, START + place * SOME + moves_class);
    }
    put(row, BACK + HABIT_CLASS(counts->back, 0, 1, 3, 7));
    put(row, SIDEWAYS + HABIT_CLASS(counts->sideways, 0, 1, 3, 7));
    put(row, RETURNS + HABIT_CLASS(counts->returns, 0, 1, 3, 7));
    put_counts(row, TOWARD, TWICE, counts->toward, RANKS, TWICE);
    put_counts(row, AWAY, TWICE, counts->away, RANKS, TWICE);
    put_counts(row, STEP, TWICE, counts->step, HABIT_TARGETS, TWICE);
    put_counts(row, DECLINED, ONCE, counts->declined, HABIT_TARGETS, ONCE);
    put_counts(row, FLED, ONCE, counts->fled, HABIT_TARGETS, ONCE);
    put_counts(row, WITH, ONCE, counts->with, RANKS, ONCE);
    put_counts(row, GUARD, ONCE, counts->guard, RANKS, ONCE);
}

void habit_features_find(struct habit_row *row, const struct habit_piece *counts,
                         const struct habit_context *context, const struct public_state *state, int number)
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
                (moved ? 1 + HABIT_CLASS(piece->moves, 1, 4) : 0));
    put_beside(row, counts, state, number);
    put_counts(row, STOOD + moved * FOUR, FOUR * 2, counts->stood, HABIT_TARGETS, FOUR);
    put_counts(row, BUSY + moved * ONCE, ONCE * 2, counts->busy, HABIT_TARGETS, ONCE);
    put_counts(row, LOST + moved * ONCE, ONCE * 2, counts->lost, RANKS, ONCE);
}

void habit_weights_sum(struct habit_row *row, const struct habit_weights *weights)
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
