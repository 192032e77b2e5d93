/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "worth/worth.h"

#include <string.h>

/* The state of a game in which one side has nothing left at all (a free position). No other state comes
 * near it: a side that has anything has at least one piece, worth its share of 1. */
#define STATE_MAX 1000.0

enum { MOVERS = 33 }; /* pieces of the classic army that move */

/* A valuation under way. */
struct making {
    const struct worth_options *options;
    struct worth *worth;
    struct worth_trail *trail; /* NULL: nobody asked how */
    double fewer_lower;        /* the factor of weigh_equals; 1: without it */
};

enum worth_operation worth_operation(enum worth_rule rule)
{
    static const uint8_t operation[WORTH_RULES] = {
        [WORTH_BASE] = WORTH_SET,          [WORTH_RUNG] = WORTH_TIMES,
        [WORTH_NO_RUNG] = WORTH_TIMES,     [WORTH_FEWER_LOWER] = WORTH_TIMES,
        [WORTH_SCALE] = WORTH_TIMES,       [WORTH_SPY] = WORTH_SET,
        [WORTH_HUNTED] = WORTH_TIMES,      [WORTH_SCARCE] = WORTH_TIMES,
        [WORTH_BOMB] = WORTH_SET,          [WORTH_FLAG] = WORTH_SET,
        [WORTH_FLAG_LEAD] = WORTH_ADD,     [WORTH_SHARE] = WORTH_ADD,
        [WORTH_STOPPER] = WORTH_ADD,       [WORTH_NONE_LEFT] = WORTH_SET,
    };
    return (enum worth_operation)operation[rule];
}

/* The one place where a value changes: so the trail cannot tell another story than the value. */
static inline void take_rung(struct making *making, int side, int rank, int below, enum worth_rule rule,
                             double by)
{
    double *value = &making->worth->value[side][rank];
    switch (worth_operation(rule)) {
    case WORTH_SET:
        *value = by;
        break;
    case WORTH_TIMES:
        *value *= by;
        break;
    case WORTH_ADD:
        *value += by;
        break;
    }
    if (making->trail) {
        int *count = &making->trail->count[side][rank];
        making->trail->step[side][rank][(*count)++] =
            (struct worth_step){.rule = (uint8_t)rule, .rank = (uint8_t)rank, .below = (uint8_t)below,
                                .by = by, .value = *value};
    }
}

static inline void take(struct making *making, int side, int rank, enum worth_rule rule, double by)
{
    take_rung(making, side, rank, rank, rule, by);
}

/* A rank starts with the value, and the history, of the one below it. */
static inline void inherit(struct making *making, int side, int rank)
{
    making->worth->value[side][rank] = making->worth->value[side][rank - 1];
    if (making->trail) {
        struct worth_trail *trail = making->trail;
        trail->count[side][rank] = trail->count[side][rank - 1];
        memcpy(trail->step[side][rank], trail->step[side][rank - 1],
               sizeof trail->step[side][rank]);
    }
}

/* Figure 3.3: from the spy up to the marshal. A rank is worth more than the next lower one in the game only
 * while both sides have one of the two: else no piece of the enemy tells them apart. Who beats whom decides,
 * and not the number: where ranks are missing from both armies from the start, as between the miner and the
 * general of Barrage, there is one step, as between neighbours. Where the armies differ from the start, a
 * rank is worth more to a side if the enemy has one of the two: a marshal among scouts is no scout. */
static void climb(struct making *making)
{
    static const uint8_t none[SIDES][RANKS];
    const struct worth_counts *counts = &making->worth->counts;
    bool whole = memcmp(counts->lacking, none, sizeof none) == 0;
    bool differ = !whole && memcmp(counts->lacking[RED], counts->lacking[BLUE], RANKS) != 0;
    int below = SPY;
    for (enum side side = RED; side <= BLUE; side++)
        take(making, side, SPY, WORTH_BASE, making->options->base_value);
    for (int rank = SPY + 1; rank < RANKS; rank++) {
        const int count = rank_table[rank].count; /* did either side begin with a piece of the rank? */
        bool in_game = whole || counts->lacking[RED][rank] < count || counts->lacking[BLUE][rank] < count;
        bool red = counts->left[RED][below] + counts->left[RED][rank] > 0;
        bool blue = counts->left[BLUE][below] + counts->left[BLUE][rank] > 0;
        for (enum side side = RED; side <= BLUE; side++) {
            bool rung = differ ? (side == RED ? blue : red) : red && blue;
            inherit(making, side, rank);
            if (in_game)
                take_rung(making, side, rank, below, rung ? WORTH_RUNG : WORTH_NO_RUNG,
                          rung ? making->options->rank_difference_factor : 1.0);
        }
        below = in_game ? rank : below;
    }
}

/* Of two equal ranks the one whose owner has fewer lower pieces that move is worth more: the other
 * side gains by the exchange. */
static void weigh_equals(struct making *making)
{
    int lower[SIDES] = {0, 0};
    for (int rank = SPY; rank < RANKS; rank++) {
        int red = making->worth->counts.left[RED][rank], blue = making->worth->counts.left[BLUE][rank];
        if (red && blue && lower[RED] != lower[BLUE])
            take(making, lower[RED] < lower[BLUE] ? RED : BLUE, rank, WORTH_FEWER_LOWER,
                 making->fewer_lower);
        lower[RED] += red;
        lower[BLUE] += blue;
    }
}

/* The most valuable piece on the board gets 1.0. */
static void scale(struct making *making)
{
    const struct worth *worth = making->worth;
    double highest = 0;
    for (enum side side = RED; side <= BLUE; side++)
        for (int rank = SPY; rank < RANKS; rank++)
            if (worth->counts.left[side][rank] && worth->value[side][rank] > highest)
                highest = worth->value[side][rank];
    if (highest <= 0)
        return;
    double by = making->options->highest_value / highest;
    for (enum side side = RED; side <= BLUE; side++)
        for (int rank = SPY; rank < RANKS; rank++)
            take(making, side, rank, WORTH_SCALE, by);
}

/* The rules for single ranks of one side, in the order of the list in 3.1.2. */
static void except(struct making *making, int side)
{
    const struct worth_options *options = making->options;
    const struct worth *worth = making->worth;
    const uint8_t *own = worth->counts.left[side], *enemy = worth->counts.left[side_other(side)];
    take(making, side, FLAG, WORTH_FLAG, options->flag_behind);
    if (enemy[MARSHAL])
        take(making, side, SPY, WORTH_SPY,
             options->spy_share * worth->value[side_other(side)][MARSHAL]);
    static const int scarce[] = {MINER, SCOUT};
    for (int i = 0; i < 2; i++) {
        double left = worth_as_of_forty(own[scarce[i]], rank_table[scarce[i]].count,
                                  worth->counts.lacking[side][scarce[i]]);
        if (left < options->scarce_below && left < options->scarce_from)
            take(making, side, scarce[i], WORTH_SCARCE, options->scarce_from - left);
    }
    take(making, side, BOMB, WORTH_BOMB, options->bomb_value);
}

/* Adds each piece's share of its army; ranks that are gone are worth nothing. */
static void share(struct making *making, int side)
{
    const uint8_t *own = making->worth->counts.left[side];
    const int pieces = army_size(own);
    for (int rank = 0; rank < RANKS; rank++) {
        if (own[rank])
            take(making, side, rank, WORTH_SHARE, making->options->piece_share / pieces);
        else
            take(making, side, rank, WORTH_NONE_LEFT, 0.0);
    }
}

/* Everything that follows from the counts alone, whoever is ahead. */
static void value_pieces(struct making *making)
{
    climb(making);
    if (making->fewer_lower != 1.0)
        weigh_equals(making);
    scale(making);
    for (enum side side = RED; side <= BLUE; side++)
        except(making, side);
    for (enum side side = RED; side <= BLUE; side++) /* after both spies had their part of the marshals */
        if (making->worth->counts.left[side_other(side)][SPY])
            take(making, side, MARSHAL, WORTH_HUNTED, making->options->hunted_factor);
    for (enum side side = RED; side <= BLUE; side++)
        share(making, side);
}

/* 3.3: the sum of all pieces, the highest unmatched one weighing more. The flags count as what they are
 * worth to a side that is not ahead: their real value follows from the state. */
static double add_up(const struct making *making, int side)
{
    const struct worth *worth = making->worth;
    double sum = 0;
    for (int rank = 0; rank < RANKS; rank++)
        sum += worth->counts.left[side][rank] * worth->value[side][rank];
    /* The highest rank that the side has more of than the other. */
    int highest = MARSHAL;
    const uint8_t *own = worth->counts.left[side], *enemy = worth->counts.left[side_other(side)];
    while (highest >= SPY && own[highest] <= enemy[highest])
        highest--;
    if (highest >= SPY)
        sum += (making->options->highest_weight - 1) * worth->value[side][highest];
    return sum;
}

/* The strengths. fewer_lower_factor says what an exchange is worth, not how strong an army is: it raises
 * every rank of the side that has one scout less, and would show that side ahead. So the strengths are
 * sums of values made without it, unless the options say otherwise. */
static void add_up_both(const struct making *making)
{
    struct worth plain;
    struct making other = {.options = making->options, .worth = &plain, .fewer_lower = 1.0};
    if (making->options->state_fewer_lower != 0 || making->fewer_lower == 1.0) {
        other = *making;
    } else {
        plain.counts = making->worth->counts;
        value_pieces(&other);
    }
    for (enum side side = RED; side <= BLUE; side++)
        making->worth->strength[side] = add_up(&other, side);
}

static void compare(struct worth *worth)
{
    for (enum side side = RED; side <= BLUE; side++) {
        double own = worth->strength[side], enemy = worth->strength[side_other(side)];
        if (own > 0 && enemy > 0)
            worth->state[side] = own / enemy;
        else
            worth->state[side] = own > 0 ? STATE_MAX : enemy > 0 ? 1 / STATE_MAX : 1.0;
    }
}

/* The flag of the side that is ahead: from flag_behind towards flag_ahead, half way there at
 * flag_half_lead. A fraction rather than a power or an exponential: the same on every machine. */
static void value_flags(struct making *making)
{
    const struct worth_options *options = making->options;
    for (enum side side = RED; side <= BLUE; side++) {
        double lead = making->worth->state[side] - 1;
        if (lead > 0 && making->worth->counts.left[side][FLAG])
            take(making, side, FLAG, WORTH_FLAG_LEAD,
                 (options->flag_ahead - options->flag_behind) * lead /
                     (lead + options->flag_half_lead));
    }
}

/* The last one or two pieces of a side that can stop the enemy's highest one: without them it goes where it
 * likes. Not in the strengths: a side is not ahead because it has little left to stop somebody with. */
static void value_stoppers(struct making *making)
{
    const struct worth *worth = making->worth;
    double add[SIDES] = {0, 0};
    int highest[SIDES];
    for (enum side side = RED; side <= BLUE; side++) {
        const uint8_t *own = worth->counts.left[side], *enemy = worth->counts.left[side_other(side)];
        int stoppers = 0;
        highest[side] = MARSHAL;
        while (highest[side] >= SPY && !enemy[highest[side]])
            highest[side]--;
        for (int rank = highest[side]; rank >= SPY && rank < RANKS; rank++)
            stoppers += own[rank];
        if (stoppers == 1 || stoppers == 2)
            add[side] = making->options->last_stopper / stoppers *
                        worth->value[side_other(side)][highest[side]];
    }
    for (enum side side = RED; side <= BLUE; side++)
        for (int rank = highest[side]; add[side] > 0 && rank < RANKS; rank++)
            if (worth->counts.left[side][rank])
                take(making, side, rank, WORTH_STOPPER, add[side]);
}

/* 3.2.2: what a side's secrets are worth depends on how many pieces the enemy can still attack with. */
static void value_secrets(struct making *making)
{
    const struct worth_options *options = making->options;
    struct worth *worth = making->worth;
    for (enum side side = RED; side <= BLUE; side++) {
        const uint8_t *enemy = worth->counts.left[side_other(side)];
        const uint8_t *lacking = worth->counts.lacking[side_other(side)];
        int pieces = 0, missing = 0;
        for (int rank = SPY; rank < RANKS; rank++) {
            pieces += enemy[rank];
            missing += lacking[rank];
        }
        double moving = worth_as_of_forty(pieces, MOVERS, missing);
        worth->reveal_share[side] =
            moving <= options->reveal_few ? options->reveal_each * moving : options->reveal;
        for (int rank = 0; rank < RANKS; rank++)
            worth->secret[side][rank] = worth->reveal_share[side] * worth->value[side][rank];
    }
}

static void make(struct making *making, const struct worth_counts *counts)
{
    making->worth->counts = *counts;
    value_pieces(making);
    add_up_both(making);
    compare(making->worth);
    value_flags(making);
    if (making->options->last_stopper > 0)
        value_stoppers(making);
    value_secrets(making);
}

void worth_of_counts(const struct worth_options *options, const struct worth_counts *counts,
                     struct worth *worth)
{
    struct making making = {.options = options, .worth = worth,
                            .fewer_lower = options->fewer_lower_factor};
    make(&making, counts);
}

void worth_trace(const struct worth_options *options, const struct worth_counts *counts,
                 struct worth *worth, struct worth_trail *trail)
{
    struct making making = {.options = options, .worth = worth, .trail = trail,
                            .fewer_lower = options->fewer_lower_factor};
    memset(trail, 0, sizeof *trail);
    make(&making, counts);
}

/* Adds the ranks of `pieces` unknown pieces: all that are hidden or, where these are more than the pieces (a
 * position of unknown pieces), their parts by largest remainder. A side without its flag has lost, so the
 * flag comes first. */
void worth_count_unknown(const uint8_t unknown_count[RANKS], int pieces, uint8_t left[RANKS])
{
    int total = 0, part[RANKS], rest[RANKS], given = 0;
    for (int rank = 0; rank < RANKS; rank++)
        total += unknown_count[rank];
    bool all = total <= pieces;
    if (!all && pieces && unknown_count[FLAG]) {
        left[FLAG]++;
        pieces--;
    }
    total -= all ? 0 : unknown_count[FLAG];
    for (int rank = 0; rank < RANKS; rank++) {
        int count = all || rank != FLAG ? unknown_count[rank] : 0;
        part[rank] = all ? count : total ? count * pieces / total : 0;
        rest[rank] = all || !total ? 0 : count * pieces % total;
        given += part[rank];
    }
    while (!all && given < pieces) {
        int most = 0;
        for (int rank = 1; rank < RANKS; rank++)
            if (rest[rank] > rest[most])
                most = rank;
        if (!rest[most])
            break;
        part[most]++;
        rest[most] = 0;
        given++;
    }
    for (int rank = 0; rank < RANKS; rank++)
        left[rank] = (uint8_t)(left[rank] + part[rank]);
}

void worth_count_lacking(const struct board *board, struct worth_counts *counts)
{
    if (board->variant == VARIANT_STANDARD)
        return;
    for (enum side side = RED; side <= BLUE; side++)
        for (int rank = 0; rank < RANKS; rank++)
            counts->lacking[side][rank] = (uint8_t)(rank_table[rank].count - board->captured[side][rank] -
                                                    board->unknown_count[side][rank] -
                                                    counts->left[side][rank]);
}

void worth_count(const struct view *view, struct worth_counts *counts)
{
    const struct board *board = &view->board;
    int unknown[SIDES] = {0, 0};
    memset(counts, 0, sizeof *counts);
    for (int number = 0; number < PIECES; number++) {
        const struct piece *piece = &board->piece[number];
        if (piece->square != SQUARE_NONE && piece->rank != RANK_UNKNOWN)
            counts->left[piece->side][piece->rank]++;
        else if (piece->square != SQUARE_NONE)
            unknown[piece->side]++;
    }
    worth_count_lacking(board, counts);
    for (enum side side = RED; side <= BLUE; side++)
        worth_count_unknown(board->unknown_count[side], unknown[side], counts->left[side]);
}

void worth_compute(const struct worth_options *options, const struct view *view,
                   struct worth *worth)
{
    struct worth_counts counts;
    worth_count(view, &counts);
    worth_of_counts(options, &counts, worth);
}

void worth_update(const struct worth_options *options, const struct view *view, struct worth *worth)
{
    struct worth_counts counts;
    worth_count(view, &counts);
    if (memcmp(&counts, &worth->counts, sizeof counts) != 0)
        worth_of_counts(options, &counts, worth);
}
